import { createHmac, timingSafeEqual } from 'node:crypto';

import type { SessionRow } from '../records/sessionRows.ts';

/** A fixed prefix, by which secret scanners find leaked tokens. */
const PREFIX = 'hrt';
const TOKEN = new RegExp(`^${PREFIX}_([0-9a-f-]{36})_(0|[1-9]\\d{0,8})_([A-Za-z0-9_-]{43})$`);

/** The parts of a refresh token. */
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
 * The refresh token of a session's n-th generation. It is derived and not stored: the database contains neither tokens nor
 * their hashes, every token that was ever issued can be distinguished from a forged one, and a client that lost an answer
 * can be given the same token again.
 */
export function refreshToken(
  { id, salt }: Pick<SessionRow, 'id' | 'salt'>,
  generation: number,
  key: Buffer,
): string {
  return `${PREFIX}_${id}_${generation}_${macOf(id, salt, generation, key)}`;
}

/** Whether a token was issued for a session, in this or an earlier generation. */
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
