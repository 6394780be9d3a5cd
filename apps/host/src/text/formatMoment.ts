/** Formats a date and time for people; in digits if the engine has no Intl. */
export function formatMoment(time: string, locale: string | undefined): string {
  const options = { dateStyle: 'medium', timeStyle: 'short' } as const;
  return new Date(time).toLocaleString(locale, options);
}
