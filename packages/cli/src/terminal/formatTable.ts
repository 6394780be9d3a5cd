import { pad, textWidth } from './textWidth.ts';

/**
 * Rows as aligned columns, two spaces apart.
 *
 * @param align one letter for each column, `l` or `r`; left where it ends.
 */
export function formatTable(rows: readonly (readonly string[])[], align = ''): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) {
      widths[column] = Math.max(widths[column] ?? 0, textWidth(cell));
    }
  }
  return rows.map((row) =>
    row
      .map((cell, column) =>
        pad(cell, widths[column] ?? 0, align[column] === 'r' ? 'right' : 'left'),
      )
      .join('  ')
      .trimEnd(),
  );
}
