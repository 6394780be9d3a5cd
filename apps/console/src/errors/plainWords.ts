import { countOf } from '../text/formatNumber.ts';

/** How the schemas of the server say that a value does not fit, where they have no words of their own, and what people say. */
const WORDS: readonly [pattern: RegExp, words: (...parts: string[]) => string][] = [
  [/^Too small: expected string to have >=1 characters?$/, () => 'This must not be empty.'],
  [
    /^Too small: expected string to have >=(\d+) characters?$/,
    (least) => `At least ${least} characters.`,
  ],
  [
    /^Too big: expected string to have <=(\d+) characters?$/,
    (most) => `At most ${most} characters.`,
  ],
  [
    /^Too small: expected array to have >=(\d+) items?$/,
    (least) => `At least ${countOf(Number(least), 'entry', 'entries')}.`,
  ],
  [
    /^Too big: expected array to have <=(\d+) items?$/,
    (most) => `At most ${countOf(Number(most), 'entry', 'entries')}.`,
  ],
  [/^Too small: expected \w+ to be >=(-?[\d.]+)$/, (least) => `${least} or more.`],
  [/^Too small: expected \w+ to be >(-?[\d.]+)$/, (bound) => `More than ${bound}.`],
  [/^Too big: expected \w+ to be <=(-?[\d.]+)$/, (most) => `${most} or less.`],
  [/^Invalid input: expected (?:number|int), received .*$/, () => 'This must be a number.'],
  [/^Invalid input: expected \w+, received (?:undefined|null)$/, () => 'This is missing.'],
  [
    /^Invalid ISO datetime$/,
    () => 'This must be a date with a time, such as 2027-01-10T09:00:00Z.',
  ],
  [
    /^Invalid option: expected one of (.*)$/,
    (choice) => `One of ${choice.replaceAll('"', '').replaceAll('|', ', ')}.`,
  ],
  [/^Invalid URL$/, () => 'This must be an address such as https://acme.example.'],
  [/^Invalid email address$/, () => 'This must be an e-mail address such as ada@acme.example.'],
];

/** What is wrong with a field, as a sentence for who filled it in. */
export function plainWords(detail: string): string {
  for (const [pattern, words] of WORDS) {
    const match = pattern.exec(detail);
    if (match) return words(...match.slice(1));
  }
  return detail.charAt(0).toUpperCase() + detail.slice(1);
}
