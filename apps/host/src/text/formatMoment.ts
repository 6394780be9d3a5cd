/** A day and a time as people read them; digits where an engine knows no languages. */
export function formatMoment(time: string, locale: string | undefined): string {
  const options = { dateStyle: 'medium', timeStyle: 'short' } as const;
  return new Date(time).toLocaleString(locale, options);
}
