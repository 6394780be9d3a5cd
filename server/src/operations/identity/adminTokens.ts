import { timingSafeEqual } from 'node:crypto';

import {
  type IssuedToken,
  type TokenRecord,
  type TokenRequest,
  type TokenScope,
  requestedScopes,
  roleOf,
} from '@host/contracts';

import { ApiError } from '../../errors/ApiError.ts';
import type { Database, Queries } from '../../storage/database/Database.types.ts';
import { Caller, type CallersSecret, tokenExpired, tokenRevoked } from './Caller.ts';
import { isPublisher } from './ownerRows.ts';
import { everything, reachOf } from './Reach.ts';
import { IssuedSecrets, hasHash, sha256 } from './IssuedSecrets.ts';
import { type TokenRow, findToken, insertToken, touchToken } from './tokenRows.ts';

const secrets = new IssuedSecrets('hat');
const TOUCH_EVERY_MS = 60_000;

/** Authenticates bearer tokens. */
export interface AdminTokens {
  authenticate(bearer: string): Promise<Caller>;
  /** The caller that a token stands for, by its id or `root`, for whoever showed that token before. */
  callerOf(actor: string, secret: CallersSecret): Promise<Caller>;
}

/**
 * The root tokens, two of them during a rotation, and the issued ones. Secrets are compared by their hashes in constant
 * time.
 */
export function createAdminTokens(
  db: Database,
  rootTokens: readonly string[],
  now: () => number = Date.now,
): AdminTokens {
  const rootHashes = rootTokens.map(sha256);
  const callerOf = async (row: TokenRow, secret: CallersSecret) => {
    refuseEnded(row, now());
    await noteUse(db, row, now());
    const scopes = JSON.parse(row.scopes) as TokenScope[];
    return new Caller(row.id, scopes, await reachOf(db, appsOf(row), row.publisher_id), secret);
  };
  return {
    async callerOf(actor, secret) {
      if (actor === 'root') return new Caller('root', 'root', everything, secret);
      const row = await findToken(db, actor);
      if (!row) throw new ApiError('unauthorized', 'The token is not known.');
      return callerOf(row, secret);
    },
    async authenticate(bearer) {
      const given = sha256(bearer);
      if (rootHashes.some((each) => timingSafeEqual(given, each)))
        return new Caller('root', 'root', everything, { secret: bearer });
      const parts = secrets.parse(bearer);
      const row = parts && (await findToken(db, parts.id));
      if (!row || !hasHash(parts.secret, row.secret_hash)) {
        throw new ApiError('unauthorized', 'The token is not known.');
      }
      return callerOf(row, { secret: bearer });
    },
  };
}

/** Makes a token. Its secret is in the answer and nowhere else. */
export async function issueToken(
  tx: Queries,
  request: TokenRequest,
  now: number,
): Promise<IssuedToken> {
  if (request.publisher !== undefined) await demandPublisher(tx, request.publisher);
  const { id, text, hash } = secrets.issue(now);
  const token = {
    id,
    name: request.name,
    secretHash: hash,
    scopes: requestedScopes(request),
    apps: request.apps,
    publisher: request.publisher,
    createdAt: now,
    expiresAt: now + request.expiresInSeconds * 1000,
  };
  await insertToken(tx, token);
  const row = await findToken(tx, id);
  return { ...tokenRecord(row!), token: text };
}

/** What may be shown of a token. */
export function tokenRecord(row: TokenRow): TokenRecord {
  const time = (ms: number) => new Date(ms).toISOString();
  const apps = appsOf(row);
  const scopes = JSON.parse(row.scopes) as TokenScope[];
  const role = roleOf(scopes);
  return {
    id: row.id,
    name: row.name,
    scopes,
    ...(role && { role }),
    ...(apps && { apps }),
    ...(row.publisher_id !== null && { publisher: row.publisher_id }),
    createdAt: time(row.created_at),
    expiresAt: time(row.expires_at),
    ...(row.revoked_at !== null && { revokedAt: time(row.revoked_at) }),
    ...(row.last_used_at !== null && { lastUsedAt: time(row.last_used_at) }),
  };
}

async function demandPublisher(tx: Queries, id: string): Promise<void> {
  if (await isPublisher(tx, id)) return;
  const detail = `there is no publisher ${id}`;
  throw new ApiError('invalid-body', `/publisher: ${detail}`, {
    errors: [{ pointer: '/publisher', code: 'unknown_publisher', detail }],
  });
}

function refuseEnded(row: TokenRow, now: number): void {
  if (row.revoked_at !== null) throw tokenRevoked(row);
  if (row.expires_at <= now) throw tokenExpired(row);
}

// A write for every request would make each read of the admin API wait for the disk: once a minute is enough.
async function noteUse(db: Database, row: TokenRow, now: number): Promise<void> {
  if (row.last_used_at === null || now - row.last_used_at >= TOUCH_EVERY_MS) {
    await touchToken(db, row.id, now);
  }
}

function appsOf(row: TokenRow): string[] | undefined {
  return row.apps === null ? undefined : (JSON.parse(row.apps) as string[]);
}
