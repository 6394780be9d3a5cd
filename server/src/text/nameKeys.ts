import { CONFUSABLES } from './confusables.ts';

const IGNORED = /[\p{Default_Ignorable_Code_Point}\p{Z}\p{P}]/gu;

/**
 * Keys that two names share if people could confuse them: names that differ only in case, spaces, punctuation or by
 * look-alike characters (the skeleton of UTS #39). There are up to MAX_KEYS, since some letters look like others in one
 * case only: with `I` as `l`, "MaIl" is "Mall"; with `I` as `i`, "MAIL" is "mail"; and since digits can stand for
 * letters: "C1ty" is "City". Names that share one are confusable.
 */
export function nameKeys(name: string): string[] {
  const plain = name.normalize('NFKC');
  const spelled = plain.replace(WORD, (word) =>
    HAS_LETTER.test(word) ? word.replace(/\d/g, (digit) => LETTERS[digit] ?? digit) : word,
  );
  const forms = [lookOf(plain), lookOf(fold(plain)), lookOf(fold(spelled))];
  return [...new Set(forms.map(fold))].toSorted();
}

/** How many keys a name can have. */
export const MAX_KEYS = 3;

const WORD = /[\p{L}\p{N}]+/gu;
const HAS_LETTER = /\p{L}/u;
const LETTERS: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b' };

function lookOf(text: string): string {
  return Array.from(text.normalize('NFD'), (each) => LOOKS.get(each) ?? each).join('');
}

// Via upper case: ß and ſ are lower case already, but their upper case is SS and S.
function fold(text: string): string {
  return text.toUpperCase().toLowerCase().normalize('NFKD').replace(IGNORED, '');
}

const LOOKS = new Map(
  CONFUSABLES.trim()
    .split('\n')
    .flatMap((line) => {
      const [look = '', from = ''] = line.split(':');
      return from.split(' ').map((each) => [charactersOf(each), charactersOf(look)] as const);
    }),
);

function charactersOf(codePoints: string): string {
  return String.fromCodePoint(...codePoints.split(' ').map((each) => Number.parseInt(each, 16)));
}
