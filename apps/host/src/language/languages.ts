/**
 * The languages of this host, with their own names. English is part of the bundle; the others are fetched on demand.
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
