import type { Language } from '@host/contracts/messages';

import type { LanguageTag } from './languages.ts';

/** Fetches the host's messages in a language: one file, or none for English. */
export async function loadMessages(language: LanguageTag): Promise<Language['messages']> {
  switch (language) {
    case 'de':
      return (await import('../messages/languages/de.ts')).translation;
    case 'es':
      return (await import('../messages/languages/es.ts')).translation;
    case 'ar':
      return (await import('../messages/languages/ar.ts')).translation;
    case 'zh':
      return (await import('../messages/languages/zh.ts')).translation;
    default:
      return {};
  }
}
