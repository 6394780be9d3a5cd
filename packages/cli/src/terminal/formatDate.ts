/** A point in time for people, to the minute and in UTC, so that two people read the same. */
export function formatDate(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`;
}
