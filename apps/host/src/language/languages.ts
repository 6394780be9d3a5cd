/**
 * The languages that this host speaks, by what they call themselves. English is part of it; the others are fetched when they
 * are spoken.
 */
export const LANGUAGES = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  ar: 'العربية',
  zh: '简体中文',
} as const;

export type LanguageTag = keyof typeof LANGUAGES;

export const LANGUAGE_TAGS = Object.keys(LANGUAGES) as readonly LanguageTag[];
