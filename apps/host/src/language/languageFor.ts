import { pickLanguage } from '@host/contracts/messages';

import { LANGUAGE_TAGS, type LanguageTag } from './languages.ts';

/** What the person chose; `system` follows the device. */
export type LanguageChoice = 'system' | LanguageTag;

/** Where it is kept. */
export const LANGUAGE_KEY = 'host:language';

/** What was kept of a choice. */
export function languageChoiceOf(kept: string | null | undefined): LanguageChoice {
  return LANGUAGE_TAGS.find((each) => each === kept) ?? 'system';
}

/** What is spoken after a choice, to somebody whose device wants these languages. */
export function languageFor(
  chosen: LanguageChoice,
  wanted: readonly string[],
): { language: LanguageTag; locale: string } {
  const isChosen = (tag: string) => pickLanguage([tag], LANGUAGE_TAGS)?.language === chosen;
  // Numbers and dates are those of the country, where the device names one for the language.
  const tags = chosen === 'system' ? wanted : [...wanted.filter(isChosen), chosen];
  return pickLanguage(tags, LANGUAGE_TAGS) ?? { language: 'en', locale: 'en' };
}
