import { formulaStarts } from './formulaStarts.ts';

/** What a cell of a file can have. */
export type CsvValue = string | number | undefined;

const NEEDS_QUOTES = /[",;\t\r\n]/;

/** One line of a CSV file. A text that a spreadsheet would run as a formula is marked as text. */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(cellOf).join(',')}\r\n`;
}

/** A text as it was before it was marked. */
export function unmarked(text: string): string {
  return piecesAt(text, formulaStarts(text))
    .map((piece, index) => (index > 0 && piece.startsWith("'") ? piece.slice(1) : piece))
    .join('');
}

/**
 * Which character stands between cells depends on the country that a spreadsheet is set to, so each of them begins a cell
 * here; and a reader that takes another than the comma takes quotes another way, too. What looks marked already is marked
 * again, so that it can be read back.
 */
function cellOf(value: CsvValue): string {
  if (typeof value === 'number') return String(value);
  const text = value ?? '';
  const marked = piecesAt(text, formulaStarts(text)).join("'");
  return NEEDS_QUOTES.test(marked) ? `"${marked.replaceAll('"', '""')}"` : marked;
}

/** What stands before the first of some places, then what begins at each of them. */
function piecesAt(text: string, places: readonly number[]): string[] {
  return [0, ...places].map((place, index) => text.slice(place, places[index]));
}
