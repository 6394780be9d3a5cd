import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { ConfigError } from '../../errors/ConfigError.ts';

import { openDataFolder } from '../../storage/data-folder/openDataFolder.ts';
import { countNodes } from '../../storage/database/backup/countNodes.ts';
import { findData, restoreDatabase } from '../../storage/database/backup/restoreDatabase.ts';
import { openStoreInUse, openObjectStore } from '../../storage/objects/openObjectStore.ts';
import type { ObjectStore } from '../../storage/objects/ObjectStore.types.ts';
import { type DataPlaces, KEPT_SECRETS } from '../dataPlaces.ts';
import { checkBackup, checkObjects, keysOf, readObjectList } from './checkBackup.ts';
import { copyObjects } from './copyObjects.ts';
import { type Manifest, partsOf } from './Manifest.ts';
import type { Progress } from './Progress.ts';
import { settleRestored } from './settleRestored.ts';
import { skipPositions } from './skipPositions.ts';
import { readTable } from './tableFiles.ts';
import { copySecrets } from './writeBackup.ts';

/**
 * Restores a backup to where a configuration keeps its data. Objects come first, while nothing refers to them; then the
 * database as a whole. Everything restored is read back and compared.
 */
export async function restoreBackup(
  places: DataPlaces,
  folder: string,
  { isForced, progress }: { isForced: boolean; progress: Progress },
): Promise<Manifest> {
  const manifest = await checkBackup(folder, progress);
  progress.done('backup: complete and undamaged');
  // Takes the lock, which a server that runs on this folder would hold.
  const target = await openDataFolder(places.folder);
  try {
    await refuseRunning(places);
    const objects = await openObjectStore(places.objectsUrl);
    try {
      if (!isForced) await refuseData(places, objects);
      await restoreObjects(folder, manifest, { objects, scratch: target.uploads, progress });
    } finally {
      await objects.close();
    }
    let keptUpTo = 0;
    let settled: string[] = [];
    await restoreDatabase(
      places.database,
      {
        ...manifest,
        rows: ({ name }) =>
          readTable(
            partsOf(folder).table(name),
            manifest.tables.find((table) => table.name === name)!,
          ),
      },
      async (tx) => {
        const now = Date.now();
        keptUpTo = await skipPositions(tx, now - Date.parse(manifest.madeAt));
        settled = await settleRestored(tx, manifest, now);
      },
    );
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    const level = manifest.migrations.at(-1);
    progress.done(
      `database: ${manifest.tables.length} tables, ${rows} rows, migration ${level?.id ?? 0}`,
    );
    progress.done(`messages: up to id ${keptUpTo}; what was sent later is lost`);
    for (const line of settled) progress.done(line);
    await copySecrets(partsOf(folder).secrets, places.folder);
    return manifest;
  } finally {
    target.close();
  }
}

async function restoreObjects(
  folder: string,
  manifest: Manifest,
  { objects, scratch, progress }: { objects: ObjectStore; scratch: string; progress: Progress },
): Promise<void> {
  const listed = await readObjectList(folder, manifest);
  const from = await openStoreInUse(`file:${partsOf(folder).objects}`);
  let copied = 0;
  await copyObjects({
    keys: keysOf(listed),
    from,
    to: objects,
    scratch,
    onCopied: () => {
      copied++;
      progress.step(() => `objects: ${copied} of ${listed.length}`);
    },
  });
  await checkObjects(objects, listed, progress);
  progress.done(`objects: ${listed.length}, ${manifest.objects.bytes} bytes, read again`);
}

/** A running server would go on with cached data from before the restore. No option overrides this. */
async function refuseRunning({ database }: DataPlaces): Promise<void> {
  const nodes = 'url' in database ? await countNodes(database.url) : 0;
  if (nodes === 0) return;
  throw new ConfigError([
    `Servers run on DATABASE_URL: ${nodes}. Stop them first; one that was killed counts for a few seconds more`,
  ]);
}

async function refuseData(places: DataPlaces, objects: ObjectStore): Promise<void> {
  const found: string[] = [];
  const data = await findData(places.database);
  if (data !== undefined) found.push(data);
  for await (const key of objects.list('')) {
    found.push(`the object ${key}`);
    break;
  }
  const files = new Set(await readdir(places.folder));
  const secret = Object.keys(KEPT_SECRETS).find((name) => files.has(name));
  if (secret !== undefined) found.push(`the secret ${join(places.folder, secret)}`);
  if (found.length === 0) return;
  throw new ConfigError([
    `There is data already: ${found.join(', ')}. Name an empty place by DATA_DIR, DATABASE_URL and OBJECTS_URL, or add --force to replace it`,
  ]);
}
