/** The first letters of the first and the last word of a name. */
export function initialsOf(name: string): string {
  const [first = '', ...others] = name.split(/\s+/u).filter((word) => word !== '');
  const last = others.pop() ?? '';
  return `${firstLetter(first)}${firstLetter(last)}`.toLocaleUpperCase();
}

// By code points: an emoji is two UTF-16 units.
function firstLetter(word: string): string {
  return Array.from(word).slice(0, 1).join('');
}

/** A number below `choices`, deterministic for a name. */
export function choiceFor(name: string, choices: number): number {
  let hash = 0;
  for (const letter of name) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return hash % choices;
}
