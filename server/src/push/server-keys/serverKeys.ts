import type {
  IssuedServerKey,
  SecretRotation,
  ServerKeyRecord,
  ServerKeyRequest,
  ServerKeyScope,
} from '@host/contracts';

import { IssuedSecrets } from '../../operations/identity/IssuedSecrets.ts';
import { nextSecret, rotationRecord } from '../../operations/identity/replaceableSecrets.ts';
import { replaceSecret } from '../../operations/identity/secretRows.ts';
import type { Queries } from '../../storage/database/Database.types.ts';
import { type ServerKeyRow, findServerKey, insertServerKey } from './serverKeyRows.ts';

/** The secrets of server keys. */
export const serverKeySecrets = new IssuedSecrets('hsk');

/** Notifies every node that a key was revoked, or its secret rotated. */
export const SERVER_KEY_CHANGE = 'server-keys';

/** Issues a server key. Its secret is only in the answer. */
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
 * Rotates the secret of a key. Its id stays, so messages that were sent with the old secret can be read, cancelled and counted
 * with the new one, and its device groups stay its own.
 */
export async function rotateServerKey(
  tx: Queries,
  row: ServerKeyRow,
  rotation: SecretRotation,
  now: number,
): Promise<IssuedServerKey> {
  const { text, hash } = serverKeySecrets.issue(now, row.id);
  await replaceSecret(tx, 'server_keys', row.id, nextSecret(row, rotation, hash, now));
  return { ...serverKeyRecord((await findServerKey(tx, row.id))!, now), key: text };
}

/** A key as the API shows it. */
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
    ...(row.expires_at !== null && { expiresAt: time(row.expires_at) }),
    ...(row.revoked_at !== null && { revokedAt: time(row.revoked_at) }),
    ...(row.last_used_at !== null && { lastUsedAt: time(row.last_used_at) }),
    ...rotationRecord(row, now),
  };
}

export function scopesOf(row: ServerKeyRow): ServerKeyScope[] {
  return JSON.parse(row.scopes) as ServerKeyScope[];
}

/** The apps that a key is for, of one kind; undefined when it is not bound to that kind. */
export function namesIn(list: string | null): string[] | undefined {
  return list === null ? undefined : (JSON.parse(list) as string[]);
}
