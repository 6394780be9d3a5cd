const SECOND = 1000;
const MAX_DELAY_MS = 24 * 60 * 60 * SECOND;

/** The wait that a Retry-After header asks for, in milliseconds: a number of seconds or a date, a day at most. */
export function retryAfter(header: string | undefined, now: number): number | undefined {
  if (!header) return undefined;
  const text = header.trim();
  const wait = /^\d+$/.test(text) ? Number(text) * SECOND : Date.parse(text) - now;
  return Number.isNaN(wait) ? undefined : Math.min(MAX_DELAY_MS, Math.max(0, wait));
}
