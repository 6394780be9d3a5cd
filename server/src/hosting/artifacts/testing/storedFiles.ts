import { readdir } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';

import type { TestServer } from '../../../testing/createTestServer.ts';

/** Everything that a server holds of uploads: a refused upload may leave nothing. */
export async function storedFiles({ objects, db, uploadFolder }: TestServer) {
  const keys: string[] = [];
  for await (const key of objects.list('')) keys.push(key);
  const rows = await db.all<{ object_key: string }>('SELECT object_key FROM artifacts');
  const indexes = await db.all('SELECT app_id FROM archive_files');
  const audited = await db.all(`SELECT id FROM audit_log WHERE action <> 'token.issue'`);
  return {
    objects: keys.toSorted(),
    rows: rows.map((row) => row.object_key).toSorted(),
    indexes: indexes.length,
    audited: audited.length,
    underWay: await readdir(uploadFolder),
  };
}

/** The same once no upload is in progress any more: an answer may arrive before its upload is cleaned up. */
export async function whatStays(server: TestServer) {
  const deadline = performance.now() + 5000;
  while (performance.now() < deadline && (await readdir(server.uploadFolder)).length > 0) {
    await setTimeout(10);
  }
  return storedFiles(server);
}

export const NOTHING = { objects: [], rows: [], indexes: 0, audited: 0, underWay: [] };
