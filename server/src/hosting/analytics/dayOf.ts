/** The day of a moment in UTC, `2026-01-31`. */
export function dayOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}
