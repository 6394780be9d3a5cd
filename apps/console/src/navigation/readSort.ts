/** An order that a list is in: `name` upwards, `-name` downwards. */
export interface Sort<Word extends string = string> {
  word: Word;
  key: string;
  isDown: boolean;
}

/** The order that an address asks for, when the list can have it; otherwise the one that it has by itself. */
export function readSort<Word extends string>(
  asked: string | undefined,
  words: readonly Word[],
  initial: Word,
): Sort<Word> {
  const word = words.find((each) => each === asked) ?? initial;
  const isDown = word.startsWith('-');
  return { word, key: isDown ? word.slice(1) : word, isDown };
}

/** The order after a click on the heading of a column, whose first order is given: the other way round the second time. */
export function nextSort(current: Sort, first: string): string {
  if (current.word !== first) return first;
  return current.isDown ? current.key : `-${current.key}`;
}
