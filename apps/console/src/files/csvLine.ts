/** What a cell of a file can have. */
export type CsvValue = string | number | undefined;

/**
 * Where a spreadsheet finds a formula, also in full width: at the beginning of a cell, after what it strips. Which character
 * stands between cells depends on the country that it is set to, so each of them begins a cell here; and a reader that takes
 * another than the comma takes quotes another way, too. What looks marked already is marked again, so that it can be read back.
 */
const FORMULA = /(?<=(?:^|[;\t\r\n])["\s]*)(?='*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;
const MARKED = /(?<=(?:^|[;\t\r\n])["\s]*)'(?='*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;
const NEEDS_QUOTES = /[",;\t\r\n]/;

/** One line of a CSV file. A text that a spreadsheet would run as a formula is marked as text. */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(cellOf).join(',')}\r\n`;
}

/** A text as it was before it was marked. */
export function unmarked(text: string): string {
  return text.replaceAll(MARKED, '');
}

function cellOf(value: CsvValue): string {
  if (typeof value === 'number') return String(value);
  const text = (value ?? '').replaceAll(FORMULA, "'");
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
