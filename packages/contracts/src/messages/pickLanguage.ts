/** Locales with traditional Chinese characters, for which simplified Chinese is no match. */
const TRADITIONAL = /^zh-(?:.*-)?(?:hant|tw|hk|mo)(?:-|$)/i;

/** The maximal length of a tag: each part is looked up, and no real tag is longer. */
const LONGEST = 100;

/** The language chosen for a person. */
interface PickedLanguage<Tag extends string> {
  /** One of the available languages. */
  language: Tag;
  /** The person's own tag with its region, for numbers and dates. */
  locale: string;
}

/**
 * The first preferred language that is available; `de` also matches `de-AT`. Undefined if none is available.
 *
 * @example
 * pickLanguage(['fr', 'de-AT', 'en'], ['en', 'de']); // { language: 'de', locale: 'de-AT' }
 */
export function pickLanguage<Tag extends string>(
  wanted: readonly string[],
  available: readonly Tag[],
): PickedLanguage<Tag> | undefined {
  for (const locale of wanted) {
    if (locale.length > LONGEST) continue;
    const parts = (TRADITIONAL.test(locale) ? 'zh-Hant' : locale).split('-');
    const least = parts[1] === 'Hant' ? 2 : 1;
    for (let length = parts.length; length >= least; length -= 1) {
      const tag = parts.slice(0, length).join('-').toLowerCase();
      const language = available.find((each) => each.toLowerCase() === tag);
      if (language !== undefined) return { language, locale };
    }
  }
  return undefined;
}
