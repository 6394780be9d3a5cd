import { type Translate, formatMessage, pickLanguage } from '@host/contracts/messages';

/** The texts of a mini-app by language and key. The first language has all of them; it is spoken where others lack one. */
export type Catalogs<Key extends string> = Readonly<
  Record<string, Readonly<Partial<Record<Key, string>>>>
>;

/** Says the texts of a mini-app in the language out of its own that fits a locale best. */
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
    // In its own language, a text has the plurals of that.
    return formatMessage(catalogs[first]?.[key] ?? key, args, first);
  };
}
