import { hash, randomBytes } from 'node:crypto';

import type {
  IssuedServerKey,
  ServerKeyRecord,
  ServerKeyRequest,
  ServerKeyScope,
} from '@host/contracts';

import { sortableId } from '../../operations/identity/adminTokens.ts';
import type { Queries } from '../../storage/database/Database.types.ts';
import { type ServerKeyRow, findServerKey, insertServerKey } from './serverKeyRows.ts';

/** A fixed prefix, by which scanners of secrets find leaked keys. */
const PREFIX = 'hsk';
const KEY = new RegExp(`^${PREFIX}_([a-z0-9]{26})_([A-Za-z0-9_-]{43})$`);

/** Tells every node that a key was revoked. */
export const SERVER_KEY_CHANGE = 'server-keys';

/** Makes a server key. Its secret is in the answer and nowhere else. */
export async function issueServerKey(
  tx: Queries,
  request: ServerKeyRequest,
  now: number,
): Promise<IssuedServerKey> {
  const id = sortableId(now);
  const secret = randomBytes(32).toString('base64url');
  await insertServerKey(tx, {
    id,
    name: request.name,
    secret_hash: sha256(secret).toString('hex'),
    scopes: JSON.stringify(request.scopes),
    apps: request.apps ? JSON.stringify(request.apps) : null,
    mini_apps: request.miniApps ? JSON.stringify(request.miniApps) : null,
    created_at: now,
  });
  const row = await findServerKey(tx, id);
  return { ...serverKeyRecord(row!), key: `${PREFIX}_${id}_${secret}` };
}

/** The parts of an issued key; undefined when it has another form. */
export function partsOfKey(key: string): { id: string; secret: string } | undefined {
  const [, id, secret] = KEY.exec(key) ?? [];
  return id !== undefined && secret !== undefined ? { id, secret } : undefined;
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

export function sha256(text: string): Buffer {
  // Via a string: allocating a buffer for each digest costs more than the digest.
  return Buffer.from(hash('sha256', text, 'hex'), 'hex');
}
