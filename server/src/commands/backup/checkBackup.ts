import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import * as z from 'zod/mini';

import { openStoreInUse } from '../../storage/objects/openObjectStore.ts';
import type { ObjectReader } from '../../storage/objects/ObjectStore.types.ts';
import { BackupDamaged } from './BackupDamaged.ts';
import { digestObject, forEachKey } from './copyObjects.ts';
import { ListedObject, type Manifest, partsOf, readManifest } from './Manifest.ts';
import type { Progress } from './Progress.ts';
import { readTable } from './tableFiles.ts';

/** Reads a whole backup and rejects when any part of it differs from what was written. */
export async function checkBackup(folder: string, progress: Progress): Promise<Manifest> {
  const manifest = await readManifest(folder);
  const parts = partsOf(folder);
  for (const table of manifest.tables) {
    for await (const _ of readTable(parts.table(table.name), table)) {
      progress.step(() => `checking the table ${table.name}`);
    }
  }
  const listed = await readObjectList(folder, manifest);
  const objects = await openStoreInUse(`file:${parts.objects}`);
  await checkObjects(objects, listed, progress);
  return manifest;
}

/** Rejects unless a store holds these objects, byte for byte. */
export async function checkObjects(
  store: ObjectReader,
  listed: readonly ListedObject[],
  progress: Progress,
): Promise<void> {
  const expected = new Map(listed.map((object) => [object.key, object]));
  let checked = 0;
  await forEachKey(keysOf(listed), async (key) => {
    const { size, sha256 } = expected.get(key)!;
    const found = await digestObject(store, key);
    if (found?.size !== size || found.sha256 !== sha256) {
      throw new BackupDamaged(`the object ${key} ${found ? 'has other bytes' : 'is missing'}.`);
    }
    checked++;
    progress.step(() => `checking objects: ${checked} of ${listed.length}`);
  });
}

export async function* keysOf(listed: readonly ListedObject[]): AsyncGenerator<string> {
  for (const { key } of listed) yield key;
}

export async function readObjectList(
  folder: string,
  { objects }: Manifest,
): Promise<ListedObject[]> {
  const file = partsOf(folder).objectList;
  const text = await readFile(file, 'utf8').catch(() => '');
  if (createHash('sha256').update(text).digest('hex') !== objects.sha256) {
    throw new BackupDamaged(`${file} is not what was written.`);
  }
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => z.parse(ListedObject, JSON.parse(line)));
}
