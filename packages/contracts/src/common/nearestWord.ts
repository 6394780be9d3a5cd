const MAX_EDITS = 3;
/** The similarity from which a word counts as a typo. */
const MIN_SIMILARITY = 0.5;

/** The word in a list that is closest to a mistyped one; undefined if none is close. */
export function nearestWord(given: string, words: readonly string[]): string | undefined {
  let nearest: string | undefined;
  let fewest = MAX_EDITS + 1;
  for (const word of words) {
    // Too different for a typo; this also bounds the cost for long untrusted input.
    if (Math.abs(word.length - given.length) > MAX_EDITS) continue;
    const edits = editsBetween(given.toLowerCase(), word.toLowerCase());
    const isAlike = 1 - edits / Math.max(given.length, word.length) >= MIN_SIMILARITY;
    if (edits >= fewest || !isAlike) continue;
    fewest = edits;
    nearest = word;
  }
  return nearest;
}

/** The edit distance of two words: insertions, deletions, replacements and swaps of adjacent letters. */
function editsBetween(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row++) {
    const now = [row];
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      let edits = Math.min(
        last[column]! + 1,
        now[column - 1]! + 1,
        last[column - 1]! + (isSame ? 0 : 1),
      );
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (isSwapped && row > 1 && column > 1) edits = Math.min(edits, beforeLast[column - 2]! + 1);
      now.push(edits);
    }
    beforeLast = last;
    last = now;
  }
  return last[other.length]!;
}
