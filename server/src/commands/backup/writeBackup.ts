import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { ConfigError } from '../../errors/ConfigError.ts';
import { openSnapshot } from '../../storage/database/backup/openSnapshot.ts';
import { makeFolders } from '../../storage/makeFolders.ts';
import { openStoreInUse, openObjectStore } from '../../storage/objects/openObjectStore.ts';
import { syncToDisk } from '../../storage/objects/syncToDisk.ts';
import { writeDurably } from '../../storage/objects/writeDurably.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../../storage/privateModes.ts';
import { type DataPlaces, KEPT_SECRETS } from '../dataPlaces.ts';
import { copyObjects } from './copyObjects.ts';
import { FORMAT, type ListedObject, type Manifest, partsOf } from './Manifest.ts';
import type { Progress } from './Progress.ts';
import { writeTable } from './tableFiles.ts';

/**
 * Backs up everything that a server keeps into a folder, while it runs. First the rows, from one snapshot, then the objects:
 * since objects are stored before the rows that refer to them, every row finds its object.
 */
export async function writeBackup(
  places: DataPlaces,
  folder: string,
  { isForced, progress }: { isForced: boolean; progress: Progress },
): Promise<Manifest> {
  await makeEmpty(folder, isForced);
  const madeAt = new Date().toISOString();
  const content = await writeDatabase(places, folder, progress);
  const objects = await writeObjects(places, folder, progress);
  const secrets = await copySecrets(places.folder, partsOf(folder).secrets);
  const manifest: Manifest = { format: FORMAT, madeAt, ...content, objects, secrets };
  await syncToDisk(partsOf(folder).tables);
  await writeDurably(
    partsOf(folder).manifest,
    Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`),
  );
  await syncToDisk(folder);
  return manifest;
}

async function makeEmpty(folder: string, isForced: boolean): Promise<void> {
  makeFolders(folder, PRIVATE_FOLDER);
  const there = await readdir(folder);
  const parts = partsOf(folder);
  const ours = [parts.manifest, parts.tables, parts.objects, parts.objectList, parts.secrets];
  const foreign = there.filter((name) => !ours.includes(join(folder, name)));
  if (there.length > 0 && (!isForced || foreign.length > 0)) {
    const what = foreign.length > 0 ? `holds ${foreign[0]}` : 'holds a backup';
    const cure = foreign.length > 0 ? 'Name another folder' : 'Name another folder, or add --force';
    throw new ConfigError([`${folder} is not empty: it ${what}. ${cure}`]);
  }
  for (const part of ours) await rm(part, { recursive: true, force: true });
}

async function writeDatabase(places: DataPlaces, folder: string, progress: Progress) {
  const parts = partsOf(folder);
  await mkdir(parts.tables, { mode: PRIVATE_FOLDER });
  const snapshot = await openSnapshot(places.database);
  try {
    const tables: Manifest['tables'] = [];
    let rows = 0;
    for (const { name, columns } of snapshot.tables) {
      const written = await writeTable(parts.table(name), snapshot.rows({ name, columns }));
      tables.push({ name, columns: [...columns], ...written });
      rows += written.rows;
      progress.step(() => `database: ${tables.length} of ${snapshot.tables.length} tables`);
    }
    progress.done(`database: ${tables.length} tables, ${rows} rows`);
    return { migrations: [...snapshot.migrations], tables, lastIds: { ...snapshot.lastIds } };
  } finally {
    await snapshot.close();
  }
}

async function writeObjects(
  places: DataPlaces,
  folder: string,
  progress: Progress,
): Promise<Manifest['objects']> {
  const parts = partsOf(folder);
  const from = await openStoreInUse(places.objectsUrl);
  const to = await openObjectStore(`file:${parts.objects}`);
  const listed: ListedObject[] = [];
  let bytes = 0;
  try {
    await copyObjects({
      keys: from.list(''),
      from,
      to,
      scratch: folder,
      onCopied: (object) => {
        listed.push(object);
        bytes += object.size;
        progress.step(() => `objects: ${listed.length}, ${bytes} bytes`);
      },
    });
  } finally {
    await Promise.all([from.close(), to.close()]);
  }
  const lines = listed
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map((object) => `${JSON.stringify(object)}\n`)
    .join('');
  await writeDurably(parts.objectList, Buffer.from(lines));
  progress.done(`objects: ${listed.length}, ${bytes} bytes`);
  const sha256 = createHash('sha256').update(lines).digest('hex');
  return { count: listed.length, bytes, sha256 };
}

/** Copies the secrets in a folder, during a rotation also the previous ones. Returns their names. */
export async function copySecrets(from: string, to: string): Promise<string[]> {
  const names = Object.keys(KEPT_SECRETS).flatMap((name) => [name, `${name}.previous`]);
  const copied: string[] = [];
  makeFolders(to, PRIVATE_FOLDER);
  for (const name of names) {
    const text = await readFile(join(from, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (text === undefined) continue;
    await writeFile(join(to, name), text, { mode: PRIVATE_FILE });
    await syncToDisk(join(to, name));
    copied.push(name);
  }
  await syncToDisk(to);
  return copied;
}
