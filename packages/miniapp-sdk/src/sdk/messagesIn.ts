import { type Translate, formatMessage, pickLanguage } from '@host/contracts/messages';

/** The texts of a mini-app by language and key. The first language has all of them, and is the fallback. */
export type Catalogs<Key extends string> = Readonly<
  Record<string, Readonly<Partial<Record<Key, string>>>>
>;

/** Translates the texts of a mini-app to the language that fits a locale best. */
export function messagesIn<Key extends string>(
  catalogs: Catalogs<Key>,
  locale: string,
): Translate<Key> {
  const languages = Object.keys(catalogs);
  const [first = 'en'] = languages;
  const picked = pickLanguage([locale], languages);
  const texts = picked && catalogs[picked.language];
  return (key, args = {}) => {
    const own = texts?.[key];
    if (own !== undefined) return formatMessage(own, args, locale);
    // A text of the fallback language needs that language's plural rules.
    return formatMessage(catalogs[first]?.[key] ?? key, args, first);
  };
}
