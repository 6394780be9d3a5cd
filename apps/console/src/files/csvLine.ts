/** What a cell of a file can have. */
export type CsvValue = string | number | undefined;

/** What a spreadsheet takes for a formula, also in full width, or strips before it looks; and what is marked as text already. */
const FORMULA = /^'*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\t\r\n]/;
const NEEDS_QUOTES = /[",\r\n]/;

/** One line of a CSV file. A text that a spreadsheet would run as a formula is marked as text. */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(cellOf).join(',')}\r\n`;
}

/** A text as it was before it was marked. */
export function unmarked(text: string): string {
  return text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text;
}

function cellOf(value: CsvValue): string {
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value ?? '') ? `'${value}` : (value ?? '');
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
