import { type Language, directionOf, pickLanguage } from '@host/contracts/messages';

import { translation as ar } from './languages/ar.ts';
import { translation as de } from './languages/de.ts';
import { translation as es } from './languages/es.ts';
import { translation as zh } from './languages/zh.ts';

const LANGUAGES = { en: {}, de, es, ar, zh };

/** The language that somebody is told things in; English where they never said one, or one that there is not. */
export function personLanguage(locale: string | null): Language {
  const tags = Object.keys(LANGUAGES) as (keyof typeof LANGUAGES)[];
  const { language } = pickLanguage(locale === null ? [] : [locale], tags) ?? { language: 'en' };
  // The tag of our own: what is written into a mail is nothing that people can choose.
  return { locale: language, direction: directionOf(language), messages: LANGUAGES[language] };
}
