/** Each of these stands between cells in some country, or ends a line. A text that has a comma is quoted instead. */
const BETWEEN_CELLS = ';\t\r\n';
const FORMULA = /'*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/y;

/**
 * Where a spreadsheet finds a formula in a text, also in full width, and marked already: at the beginning of a cell, after the
 * quotes and blanks that it strips. It is one pass: a regular expression that looks back over quotes and blanks would do so
 * from each of them, and a text that is full of them would hold up the page for minutes.
 */
export function formulaStarts(text: string): number[] {
  const starts: number[] = [];
  let hasOnlyStripped = true;
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (hasOnlyStripped && !isStripped(character)) {
      FORMULA.lastIndex = at;
      if (FORMULA.test(text)) starts.push(at);
      hasOnlyStripped = false;
    }
    if (BETWEEN_CELLS.includes(character)) hasOnlyStripped = true;
  }
  return starts;
}

function isStripped(character: string): boolean {
  return character === '"' || character.trim() === '';
}
