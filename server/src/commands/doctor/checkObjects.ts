import { randomBytes } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';

import type { Finding } from '@host/contracts';

import { startFailure } from '../../errors/startFailure.ts';
import { TEMPORARY } from '../../storage/objects/FolderObjectStore.ts';
import { openStoreInUse } from '../../storage/objects/openObjectStore.ts';
import { parseObjectsUrl } from '../../storage/objects/parseObjectsUrl.ts';
import type { DataPlaces } from '../dataPlaces.ts';

const what = 'objects';

/** Checks the object store: writes an object, reads it and deletes it. */
export async function checkObjects({ objectsUrl }: DataPlaces): Promise<Finding> {
  const parsed = parseObjectsUrl(objectsUrl);
  // Not created here: whoever creates the folder owns it, and that must be the server.
  if (parsed.ok && parsed.kind === 'folder' && !existsSync(parsed.root)) {
    const detail = `${parsed.root} is not there yet: the first start makes it.`;
    return { what, status: 'ok', detail };
  }
  if (parsed.ok && parsed.kind === 'folder' && !statSync(parsed.root).isDirectory()) {
    const detail = `${parsed.root} is no folder.`;
    return { what, status: 'failed', detail, cure: 'Set OBJECTS_URL to a folder, or to s3://…' };
  }
  if (parsed.ok && parsed.kind === 'folder' && (await isUntouched(parsed.root))) {
    const detail = `${parsed.root} was used by no server yet: the first start prepares it.`;
    return { what, status: 'ok', detail };
  }
  const key = `doctor-${randomBytes(8).toString('hex')}`;
  try {
    const store = await openStoreInUse(objectsUrl);
    try {
      const bytes = randomBytes(64);
      await store.putBytes(key, bytes, { contentType: 'application/octet-stream' });
      const body = await store.read(key);
      const isSame = body !== undefined && (await buffer(body)).equals(bytes);
      await store.delete(key);
      if (!isSame) throw new Error('what was read is not what was written.');
      if (await store.stat(key)) throw new Error('what was deleted is still there.');
    } finally {
      await store.close();
    }
    return { what, status: 'ok', detail: 'Written, read and deleted.' };
  } catch (error) {
    return {
      what,
      status: 'failed',
      detail: `OBJECTS_URL cannot be used: ${startFailure(error)}`,
      cure: 'Look at the address, the credentials and what they may do: list, get, put, delete.',
    };
  }
}

/** Whether a folder exists that no server has set up yet and that is writable. If it is not, the trial write says why. */
async function isUntouched(root: string): Promise<boolean> {
  if (existsSync(join(root, TEMPORARY))) return false;
  return access(root, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
}
