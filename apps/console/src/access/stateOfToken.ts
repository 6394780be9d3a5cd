const DAY_MS = 24 * 60 * 60 * 1000;
/** From here on somebody should think of the next one. */
const MIN_DAYS_LEFT = 7;

/** What ends by itself, or was ended. */
export interface EndingRecord {
  revokedAt?: string | undefined;
  expiresAt?: string | undefined;
}

/** Whether a token or a key works, and whether it soon will not. */
export function stateOfToken(
  { revokedAt, expiresAt }: EndingRecord,
  now: number,
): { words: string; tone: 'ok' | 'warn' | 'bad' | 'neutral' } {
  if (revokedAt !== undefined) return { words: 'revoked', tone: 'bad' };
  const left = expiresAt === undefined ? Infinity : Date.parse(expiresAt) - now;
  if (left <= 0) return { words: 'expired', tone: 'neutral' };
  if (left < MIN_DAYS_LEFT * DAY_MS) return { words: 'ends soon', tone: 'warn' };
  return { words: 'valid', tone: 'ok' };
}
