import type { Texts } from '@host/contracts/messages';

import type { LanguageTag } from '../language/languages.ts';
import { translation as ar } from '../messages/start/languages/ar.ts';
import { translation as de } from '../messages/start/languages/de.ts';
import { translation as es } from '../messages/start/languages/es.ts';
import { translation as zh } from '../messages/start/languages/zh.ts';
import { START } from '../messages/start/startMessages.ts';

const LANGUAGES = { en: { start: START.texts }, de, es, ar, zh };

/** The texts that are shown before the host runs. They have no placeholders, so that no message parser is needed. */
export function startTexts(language: LanguageTag): Texts<keyof typeof START.texts> {
  return LANGUAGES[language].start;
}
