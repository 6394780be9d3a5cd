/** Without it Excel takes UTF-8 for the encoding of its country, and shows umlauts as two other characters. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Has the browser save lines of CSV. The name is without its ending. */
export function saveCsv(name: string, lines: readonly string[]): void {
  saveFile(`${name}.csv`, [BYTE_ORDER_MARK, ...lines], 'text/csv;charset=utf-8');
}

/** Has the browser save a file, as if somebody had followed a link to it. */
export function saveFile(name: string, parts: string[], type: string): void {
  const url = URL.createObjectURL(new Blob(parts, { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // A browser reads it a moment later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
