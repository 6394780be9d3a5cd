import { formatMessage } from './formatMessage.ts';
import type { Language, MessageArea, Translate } from './Messages.types.ts';

/**
 * Returns a function that translates the texts of an area; it falls back to English without a language or a translation.
 *
 * @example
 * translator(BASKET, german)('items', { count: 2 });
 */
export function translator<Key extends string>(
  { name, texts }: MessageArea<string, Key>,
  language: Language | undefined,
): Translate<Key> {
  const own = language?.messages[name];
  const locale = language?.locale ?? 'en';
  return (key, args = {}) => {
    const text = own?.[key];
    // English texts need English plural rules.
    if (text !== undefined) return formatMessage(text, args, locale);
    return formatMessage(texts[key], args, /^en\b/.test(locale) ? locale : 'en');
  };
}
