import type {
  IssuedServerKey,
  ServerKeyRecord,
  ServerKeyRequest,
  ServerKeyRotation,
  ServerKeyScope,
} from '@host/contracts';

import { IssuedSecrets, hasHash } from '../../operations/identity/IssuedSecrets.ts';
import type { Queries } from '../../storage/database/Database.types.ts';
import {
  type KeyGeneration,
  type ServerKeyRow,
  findServerKey,
  insertServerKey,
  replaceSecret,
} from './serverKeyRows.ts';

/** The secrets of server keys. */
export const serverKeySecrets = new IssuedSecrets('hsk');

/** Tells every node that a key was revoked, or got another secret. */
export const SERVER_KEY_CHANGE = 'server-keys';

/** Makes a server key. Its secret is in the answer and nowhere else. */
export async function issueServerKey(
  tx: Queries,
  request: ServerKeyRequest,
  now: number,
): Promise<IssuedServerKey> {
  const { id, text, hash } = serverKeySecrets.issue(now);
  await insertServerKey(tx, {
    id,
    name: request.name,
    secret_hash: hash,
    scopes: JSON.stringify(request.scopes),
    apps: request.apps ? JSON.stringify(request.apps) : null,
    mini_apps: request.miniApps ? JSON.stringify(request.miniApps) : null,
    created_at: now,
    expires_at:
      request.expiresInSeconds === undefined ? null : now + request.expiresInSeconds * 1000,
  });
  const row = await findServerKey(tx, id);
  return { ...serverKeyRecord(row!, now), key: text };
}

/**
 * Gives a key another secret. The id stays: what was sent with the old secret is read, cancelled and counted with the new one,
 * and its device groups stay its own.
 */
export async function rotateServerKey(
  tx: Queries,
  row: ServerKeyRow,
  { overlapSeconds, expiresInSeconds }: ServerKeyRotation,
  now: number,
): Promise<IssuedServerKey> {
  const { text, hash } = serverKeySecrets.issue(now, row.id);
  const lasts = expiresInSeconds === undefined ? lifetimeOf(row) : expiresInSeconds * 1000;
  await replaceSecret(tx, row.id, {
    hash,
    at: now,
    expiresAt: lasts === undefined ? null : now + lasts,
    // A rotation must not make the old secret valid for longer than it was issued for.
    previousEndsAt: Math.min(now + overlapSeconds * 1000, row.expires_at ?? Infinity),
  });
  return { ...serverKeyRecord((await findServerKey(tx, row.id))!, now), key: text };
}

/** For how long a secret was issued; undefined for ever. */
function lifetimeOf(row: ServerKeyRow): number | undefined {
  if (row.expires_at === null) return undefined;
  return row.expires_at - (row.rotated_at ?? row.created_at);
}

/** Which of a key's secrets this is, and when it ends; undefined when it is none that is accepted. */
export function acceptedSecret(
  row: ServerKeyRow,
  secret: string,
  now: number,
): { generation: KeyGeneration; endsAt: number } | undefined {
  if (row.revoked_at !== null) return undefined;
  const endsAt = row.expires_at ?? Infinity;
  if (hasHash(secret, row.secret_hash)) {
    return endsAt > now ? { generation: 'current', endsAt } : undefined;
  }
  const { previous_hash, previous_ends_at } = row;
  if (previous_hash === null || previous_ends_at === null || previous_ends_at <= now) {
    return undefined;
  }
  return hasHash(secret, previous_hash)
    ? { generation: 'previous', endsAt: previous_ends_at }
    : undefined;
}

/** What may be shown of a key. */
export function serverKeyRecord(row: ServerKeyRow, now: number): ServerKeyRecord {
  const time = (ms: number) => new Date(ms).toISOString();
  const apps = namesIn(row.apps);
  const miniApps = namesIn(row.mini_apps);
  return {
    id: row.id,
    name: row.name,
    scopes: scopesOf(row),
    ...(apps && { apps }),
    ...(miniApps && { miniApps }),
    createdAt: time(row.created_at),
    ...(row.rotated_at !== null && { rotatedAt: time(row.rotated_at) }),
    ...(row.expires_at !== null && { expiresAt: time(row.expires_at) }),
    ...(row.revoked_at !== null && { revokedAt: time(row.revoked_at) }),
    ...(row.last_used_at !== null && { lastUsedAt: time(row.last_used_at) }),
    ...(row.revoked_at === null &&
      row.previous_ends_at !== null &&
      row.previous_ends_at > now && {
        previous: {
          endsAt: time(row.previous_ends_at),
          ...(row.previous_used_at !== null && { lastUsedAt: time(row.previous_used_at) }),
        },
      }),
  };
}

export function scopesOf(row: ServerKeyRow): ServerKeyScope[] {
  return JSON.parse(row.scopes) as ServerKeyScope[];
}

/** The apps that a key is for, of one kind; undefined when it is not bound to that kind. */
export function namesIn(list: string | null): string[] | undefined {
  return list === null ? undefined : (JSON.parse(list) as string[]);
}
