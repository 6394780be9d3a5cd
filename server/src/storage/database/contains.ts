/** A condition that one of several columns contains a text, ignoring case; always true without a text. */
export function contains(
  columns: readonly string[],
  text: string | undefined,
): { condition: string; patterns: string[] } {
  if (text === undefined || text === '') return { condition: '1 = 1', patterns: [] };
  const pattern = `%${text.toLowerCase().replaceAll(/[%_!]/g, '!$&')}%`;
  return {
    condition: `(${columns.map((column) => `LOWER(${column}) LIKE ? ESCAPE '!'`).join(' OR ')})`,
    patterns: columns.map(() => pattern),
  };
}
