import { pickLanguage } from '@host/contracts/messages';

import { LANGUAGE_TAGS, type LanguageTag } from './languages.ts';

/** The person's choice; `system` follows the device. */
export type LanguageChoice = 'system' | LanguageTag;

/** The key that it is stored under. */
export const LANGUAGE_KEY = 'host:language';

/** Parses a stored choice; anything else is `system`. */
export function languageChoiceOf(kept: string | null | undefined): LanguageChoice {
  return LANGUAGE_TAGS.find((each) => each === kept) ?? 'system';
}

/** The language for a choice and the preferred languages of a device. */
export function languageFor(
  chosen: LanguageChoice,
  wanted: readonly string[],
): { language: LanguageTag; locale: string } {
  const isChosen = (tag: string) => pickLanguage([tag], LANGUAGE_TAGS)?.language === chosen;
  // Keeps the device's region, if it names one for the language, for numbers and dates.
  const tags = chosen === 'system' ? wanted : [...wanted.filter(isChosen), chosen];
  return pickLanguage(tags, LANGUAGE_TAGS) ?? { language: 'en', locale: 'en' };
}
