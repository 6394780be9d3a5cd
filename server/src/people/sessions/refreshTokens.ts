import { createHmac, timingSafeEqual } from 'node:crypto';

import type { SessionRow } from '../records/sessionRows.ts';

/** Tells leaked tokens apart: scanners find them by it. */
const PREFIX = 'hrt';
const TOKEN = new RegExp(`^${PREFIX}_([0-9a-f-]{36})_(0|[1-9]\\d{0,8})_([A-Za-z0-9_-]{43})$`);

/** A refresh token taken apart. */
export interface ParsedRefreshToken {
  sessionId: string;
  generation: number;
  mac: string;
}

export function parseRefreshToken(token: string): ParsedRefreshToken | undefined {
  const [, sessionId, generation, mac] = TOKEN.exec(token) ?? [];
  if (!sessionId || !generation || !mac) return undefined;
  return { sessionId, generation: Number(generation), mac };
}

/**
 * The refresh token of a session's n-th generation. It is derived, not kept: the database holds neither tokens nor
 * hashes of them, every token that was ever given out can be told from one that was made up, and whoever lost an answer
 * can be given the same one again.
 */
export function refreshToken(
  { id, salt }: Pick<SessionRow, 'id' | 'salt'>,
  generation: number,
  key: Buffer,
): string {
  return `${PREFIX}_${id}_${generation}_${macOf(id, salt, generation, key)}`;
}

/** Whether a token was given out for a session, now or earlier. */
export function isGenuine(
  token: ParsedRefreshToken,
  { id, salt }: Pick<SessionRow, 'id' | 'salt'>,
  key: Buffer,
): boolean {
  const expected = macOf(id, salt, token.generation, key);
  return timingSafeEqual(Buffer.from(token.mac), Buffer.from(expected));
}

function macOf(id: string, salt: string, generation: number, key: Buffer): string {
  return createHmac('sha256', key).update(`${id}.${salt}.${generation}`).digest('base64url');
}
