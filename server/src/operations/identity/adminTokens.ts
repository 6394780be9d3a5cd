import { timingSafeEqual } from 'node:crypto';

import {
  type IssuedToken,
  type SecretRotation,
  type TokenRecord,
  type TokenRequest,
  type TokenScope,
  requestedScopes,
  roleOf,
} from '@host/contracts';

import { ApiError } from '../../errors/ApiError.ts';
import type { Database, Queries } from '../../storage/database/Database.types.ts';
import { Caller, type CallersSecret, refuseEndedSecret } from './Caller.ts';
import { isPublisher } from './ownerRows.ts';
import { everything, reachOf } from './Reach.ts';
import { IssuedSecrets, hashOf, sha256 } from './IssuedSecrets.ts';
import { acceptedSecret, isSecretOf, nextSecret, rotationRecord } from './replaceableSecrets.ts';
import { replaceSecret, touchSecret } from './secretRows.ts';
import { type TokenRow, findToken, insertToken } from './tokenRows.ts';

const secrets = new IssuedSecrets('hat');
const TOUCH_EVERY_MS = 60_000;

/** Authenticates bearer tokens. */
export interface AdminTokens {
  authenticate(bearer: string): Promise<Caller>;
  /** The caller for a session: of the token with an id, or `root`, that the session was started with. */
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
    // Sessions from before secrets could be replaced were started with the only secret.
    const hash = secret.tokenHash ?? row.secret_hash;
    refuseEndedSecret(row, hash, now());
    await noteUse(db, row, hash, now());
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
      const tokenHash = parts && hashOf(parts.secret);
      if (!row || !isSecretOf(row, tokenHash!)) {
        throw new ApiError('unauthorized', 'The token is not known.');
      }
      return callerOf(row, { secret: bearer, tokenHash });
    },
  };
}

/** Issues a token. Its secret is only in the answer. */
export async function issueToken(
  tx: Queries,
  request: TokenRequest,
  now: number,
): Promise<IssuedToken> {
  if (request.publisher !== undefined) await requirePublisher(tx, request.publisher);
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
  return { ...tokenRecord(row!, now), token: text };
}

/** Rotates the secret of a token. Its id stays, and so do its rights and its entries in the audit log. */
export async function rotateToken(
  tx: Queries,
  row: TokenRow,
  rotation: SecretRotation,
  now: number,
): Promise<IssuedToken> {
  const { text, hash } = secrets.issue(now, row.id);
  await replaceSecret(tx, 'tokens', row.id, nextSecret(row, rotation, hash, now));
  return { ...tokenRecord((await findToken(tx, row.id))!, now), token: text };
}

/** A token as the API shows it. */
export function tokenRecord(row: TokenRow, now: number): TokenRecord {
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
    ...rotationRecord(row, now),
  };
}

async function requirePublisher(tx: Queries, id: string): Promise<void> {
  if (await isPublisher(tx, id)) return;
  const detail = `there is no publisher ${id}`;
  throw new ApiError('invalid-body', `/publisher: ${detail}`, {
    errors: [{ pointer: '/publisher', code: 'unknown_publisher', detail }],
  });
}

// At most once a minute: with a write for every request, each read of the admin API would wait for the disk.
async function noteUse(db: Database, row: TokenRow, hash: string, now: number): Promise<void> {
  const generation = acceptedSecret(row, hash, now)!.generation;
  const noted = generation === 'current' ? row.last_used_at : row.previous_used_at;
  if (noted === null || now - noted >= TOUCH_EVERY_MS) {
    await touchSecret(db, 'tokens', row, generation, now);
  }
}

function appsOf(row: TokenRow): string[] | undefined {
  return row.apps === null ? undefined : (JSON.parse(row.apps) as string[]);
}
