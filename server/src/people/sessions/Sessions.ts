import { createHmac, randomBytes, randomUUID } from 'node:crypto';

import { LIMITS } from '@host/contracts';

import { ApiError } from '../../errors/ApiError.ts';
import { neighbourhoodOf } from '../../http/address/neighbourhoodOf.ts';
import type { Database } from '../../storage/database/Database.types.ts';
import type { AccountRow } from '../records/accountRows.ts';
import {
  type SessionRow,
  advanceSession,
  deleteOldestSessions,
  deleteSession,
  findSession,
  hasSessionFrom,
  insertSession,
} from '../records/sessionRows.ts';
import { isGenuine, parseRefreshToken, refreshToken } from './refreshTokens.ts';

/** 132 bits: enough to rule out collisions. */
const DIGEST_CHARACTERS = 22;
const GRACE_MS = LIMITS.refreshGraceSeconds * 1000;

/** A session with the refresh token for its next refresh. */
export interface OpenSession {
  id: string;
  personId: string;
  refreshToken: string;
  expiresAt: number;
}

/** Starts and refreshes sessions. */
export class Sessions {
  readonly #db: Database;
  readonly #key: Buffer;
  readonly #now: () => number;

  constructor(db: Database, key: Buffer, now: () => number = Date.now) {
    this.#db = db;
    this.#key = key;
    this.#now = now;
  }

  /**
   * Starts a session; undefined if the password was changed since it was checked. The number of sessions of a person is
   * limited: beyond it, the least recently used one ends.
   */
  async start(
    account: Pick<AccountRow, 'id' | 'password_hash'>,
    from: { address: string; userAgent: string | undefined },
  ): Promise<OpenSession | undefined> {
    const now = this.#now();
    const row: SessionRow = {
      id: randomUUID(),
      person_id: account.id,
      salt: randomBytes(16).toString('base64url'),
      generation: 0,
      rotated_at: now,
      user_agent: from.userAgent ?? null,
      created_at: now,
      expires_at: endAfter(now, now),
      network: this.#networkDigest(account.id, from.address),
    };
    const isMade = await this.#db.transaction(async (tx) => {
      if (!(await insertSession(tx, row, account.password_hash))) return false;
      await deleteOldestSessions(tx, account.id, LIMITS.sessionsPerPerson);
      return true;
    });
    return isMade ? this.#open(row) : undefined;
  }

  /**
   * Exchanges a refresh token for its successor.
   *
   * A token that was used already gets the same successor again for a moment, as long as the successor itself was not used:
   * the answer may have been lost, or two tabs may have asked at once. After that, reuse means that two parties have the
   * token, and since nobody can tell which of them is the person, the session ends.
   */
  async refresh(token: string): Promise<OpenSession> {
    const parsed = parseRefreshToken(token);
    const row = parsed && (await findSession(this.#db, parsed.sessionId));
    const now = this.#now();
    if (!parsed || !row || row.expires_at <= now || !isGenuine(parsed, row, this.#key)) {
      throw ended();
    }
    if (parsed.generation === row.generation) {
      const next = { ...row, rotated_at: now, expires_at: endAfter(row.created_at, now) };
      if (await advanceSession(this.#db, next)) {
        return this.#open({ ...next, generation: row.generation + 1 });
      }
      // Another request with the same token was faster: this one counts as a retry.
      return this.refresh(token);
    }
    if (parsed.generation === row.generation - 1 && now - row.rotated_at <= GRACE_MS) {
      return this.#open(row);
    }
    // A token of a later generation was issued before a backup was restored. That is no sign of theft: it is only refused.
    if (parsed.generation < row.generation) await deleteSession(this.#db, row.id, row.person_id);
    throw ended();
  }

  /** The session that a refresh token belongs to, without using the token; undefined when it has ended. */
  async find(token: string): Promise<SessionRow | undefined> {
    const parsed = parseRefreshToken(token);
    const row = parsed && (await findSession(this.#db, parsed.sessionId));
    if (!parsed || !row || !isGenuine(parsed, row, this.#key)) return undefined;
    return row;
  }

  /** Whether a person has a session that was started near an address. Without a person it runs the same query (timing). */
  async hasStartedFrom(personId: string | undefined, address: string): Promise<boolean> {
    const person = personId ?? '';
    const network = this.#networkDigest(person, address);
    return hasSessionFrom(this.#db, person, network, this.#now());
  }

  // Includes the person, so that a copy of the database does not reveal who was in the same network.
  #networkDigest(personId: string, address: string): string {
    return createHmac('sha256', this.#key)
      .update(`network.${personId}.${neighbourhoodOf(address)}`)
      .digest('base64url')
      .slice(0, DIGEST_CHARACTERS);
  }

  #open(row: SessionRow): OpenSession {
    return {
      id: row.id,
      personId: row.person_id,
      refreshToken: refreshToken(row, row.generation, this.#key),
      expiresAt: row.expires_at,
    };
  }
}

function endAfter(createdAt: number, now: number): number {
  return Math.min(
    now + LIMITS.refreshTokenSeconds * 1000,
    createdAt + LIMITS.sessionSeconds * 1000,
  );
}

function ended(): ApiError {
  return new ApiError('session-ended', 'The session was signed out, has expired, or never was.');
}
