import type {
  IssuedServerKey,
  ServerKeyRecord,
  ServerKeyRequest,
  ServerKeyScope,
} from '@host/contracts';

import { IssuedSecrets } from '../../operations/identity/IssuedSecrets.ts';
import type { Queries } from '../../storage/database/Database.types.ts';
import { type ServerKeyRow, findServerKey, insertServerKey } from './serverKeyRows.ts';

/** The secrets of server keys. */
export const serverKeySecrets = new IssuedSecrets('hsk');

/** Tells every node that a key was revoked. */
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
  });
  const row = await findServerKey(tx, id);
  return { ...serverKeyRecord(row!), key: text };
}

/** What may be shown of a key. */
export function serverKeyRecord(row: ServerKeyRow): ServerKeyRecord {
  const apps = namesIn(row.apps);
  const miniApps = namesIn(row.mini_apps);
  return {
    id: row.id,
    name: row.name,
    scopes: scopesOf(row),
    ...(apps && { apps }),
    ...(miniApps && { miniApps }),
    createdAt: new Date(row.created_at).toISOString(),
    ...(row.revoked_at !== null && { revokedAt: new Date(row.revoked_at).toISOString() }),
  };
}

export function scopesOf(row: ServerKeyRow): ServerKeyScope[] {
  return JSON.parse(row.scopes) as ServerKeyScope[];
}

/** The apps that a key is for, of one kind; undefined when it is not bound to that kind. */
export function namesIn(list: string | null): string[] | undefined {
  return list === null ? undefined : (JSON.parse(list) as string[]);
}
