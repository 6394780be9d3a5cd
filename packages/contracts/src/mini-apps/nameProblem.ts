/** The scripts in everyday use that Unicode recommends for names (UAX #31, table 5). */
const SCRIPTS =
  'Arabic Armenian Bengali Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Hebrew Kannada Khmer Lao Latin Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan'.split(
    ' ',
  );
/** Scripts that are written together, as in the "highly restrictive" level of UTS #39. */
const TOGETHER = [
  'Latin Han Hiragana Katakana'.split(' '),
  'Latin Han Bopomofo'.split(' '),
  'Latin Han Hangul'.split(' '),
];

/**
 * What is wrong with the name of a mini-app or a publisher, as a sentence about it; undefined when nothing is. People tell
 * mini-apps apart by their names, so a name has no characters that cannot be seen, and letters of one script.
 */
export function nameProblem(name: string): string | undefined {
  // Created lazily: not every engine that runs hosts supports all of these Unicode properties.
  if (/^ | $| {2}/.test(name)) return 'has a space at its start or end, or two in a row';
  const invisible = new RegExp(
    String.raw`(?![ \u{fe0f}])[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]|(?<!\p{Extended_Pictographic})\u{fe0f}`,
    'u',
  ).exec(name);
  if (invisible) {
    const code = invisible[0].codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
    return `contains U+${code}, which cannot be seen or changes the direction of the text`;
  }
  if (!new RegExp(String.raw`[\p{L}\p{N}]`, 'u').test(name)) return 'has no letter and no digit';
  const isWrittenIn = (scripts: readonly string[]) =>
    new RegExp(
      `^[${['Common', 'Inherited', ...scripts].map((each) => String.raw`\p{Script_Extensions=${each}}`).join('')}]*$`,
      'u',
    ).test(name);
  if (SCRIPTS.some((script) => isWrittenIn([script])) || TOGETHER.some(isWrittenIn)) {
    return undefined;
  }
  return 'mixes letters of several scripts, for example Latin and Cyrillic, or uses one that is not in everyday use';
}
