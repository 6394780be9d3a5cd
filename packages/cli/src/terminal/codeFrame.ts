const LINES_AROUND = 2;

/**
 * The lines around a place in a source, with a mark at the place:
 *
 *     3 |   return (
 *   > 4 |     <Viw>
 *       |     ^
 */
export function codeFrame(source: string, line: number, column?: number): string {
  const lines = source.split(/\r?\n/);
  if (line < 1 || line > lines.length) return '';
  const first = Math.max(1, line - LINES_AROUND);
  const last = Math.min(lines.length, line + LINES_AROUND);
  const width = String(last).length;
  const rows: string[] = [];
  for (let number = first; number <= last; number += 1) {
    const text = lines[number - 1]!;
    const mark = number === line ? '>' : ' ';
    rows.push(`${mark} ${String(number).padStart(width)} | ${text}`.trimEnd());
    if (number !== line || column === undefined) continue;
    // Tabs stay tabs, so that the mark is aligned with the column.
    const before = text.slice(0, column - 1).replaceAll(/[^\t]/g, ' ');
    rows.push(`  ${' '.repeat(width)} | ${before}^`);
  }
  return rows.join('\n');
}
