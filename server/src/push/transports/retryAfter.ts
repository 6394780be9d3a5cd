const SECOND = 1000;
const MAX_DELAY_MS = 24 * 60 * 60 * SECOND;

/** Parses a Retry-After header, in seconds or a date, to milliseconds, a day at most. */
export function retryAfter(header: string | undefined, now: number): number | undefined {
  if (!header) return undefined;
  const text = header.trim();
  const wait = /^\d+$/.test(text) ? Number(text) * SECOND : Date.parse(text) - now;
  return Number.isNaN(wait) ? undefined : Math.min(MAX_DELAY_MS, Math.max(0, wait));
}
