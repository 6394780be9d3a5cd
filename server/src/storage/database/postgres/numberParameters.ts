/** Turns `?` into `$1`, `$2`, … outside of quoted text, as PostgreSQL needs it. */
export function numberParameters(sql: string): string {
  let number = 0;
  return sql.replace(/'(?:[^']|'')*'|\?/g, (match) => (match === '?' ? `$${++number}` : match));
}
