import { type Language, directionOf, pickLanguage } from '@host/contracts/messages';

import { translation as ar } from './languages/ar.ts';
import { translation as de } from './languages/de.ts';
import { translation as es } from './languages/es.ts';
import { translation as zh } from './languages/zh.ts';

const LANGUAGES = { en: {}, de, es, ar, zh };

/** The language for texts to a person; English if they never chose one, or one that is not supported. */
export function personLanguage(locale: string | null): Language {
  const tags = Object.keys(LANGUAGES) as (keyof typeof LANGUAGES)[];
  const { language } = pickLanguage(locale === null ? [] : [locale], tags) ?? { language: 'en' };
  // Our own language tag and not the person's text: nothing that people can choose goes into a mail.
  return { locale: language, direction: directionOf(language), messages: LANGUAGES[language] };
}
