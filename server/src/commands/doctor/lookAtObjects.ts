import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';

import type { Finding } from '@host/contracts';

import { startFailure } from '../../errors/startFailure.ts';
import { openBesideServer } from '../../storage/objects/openObjectStore.ts';
import { parseObjectsUrl } from '../../storage/objects/parseObjectsUrl.ts';
import type { DataPlaces } from '../dataPlaces.ts';

const what = 'objects';

/** Writes an object, reads it and takes it away again. */
export async function lookAtObjects({ objectsUrl }: DataPlaces): Promise<Finding> {
  const parsed = parseObjectsUrl(objectsUrl);
  // Whoever makes it owns it: that must be the server.
  if (parsed.ok && parsed.kind === 'folder' && !existsSync(parsed.root)) {
    const detail = `${parsed.root} is not there yet: the first start makes it.`;
    return { what, status: 'ok', detail };
  }
  const key = `doctor-${randomBytes(8).toString('hex')}`;
  try {
    const store = await openBesideServer(objectsUrl);
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
