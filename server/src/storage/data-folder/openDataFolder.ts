import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { openSqlite } from '../database/sqlite/openSqlite.ts';

/** The folder that one server process owns: embedded database, objects, secrets, uploads under way. */
export interface DataFolder {
  readonly path: string;
  readonly databaseFile: string;
  readonly objects: string;
  /** Uploads under way; emptied at every start, since nothing in it was acknowledged. */
  readonly uploads: string;
  close(): void;
}

/** Makes the folder when it is missing and locks it: a second server on the same folder is refused, a killed one is not in the way. */
export async function openDataFolder(folder: string): Promise<DataFolder> {
  const path = resolve(folder);
  await mkdir(path, { recursive: true, mode: 0o700 });
  const unlock = lock(path);
  const uploads = join(path, 'uploads');
  await rm(uploads, { recursive: true, force: true });
  await mkdir(uploads, { mode: 0o700 });
  return {
    path,
    databaseFile: join(path, 'host.db'),
    objects: join(path, 'objects'),
    uploads,
    close: unlock,
  };
}

// A lock of the operating system through the database engine: it ends with the process, however that ends.
function lock(path: string): () => void {
  const connection = openSqlite(join(path, 'lock.db'));
  connection.exec('PRAGMA journal_mode = DELETE; PRAGMA busy_timeout = 0');
  try {
    connection.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    connection.close();
    throw new Error(
      `${path} is in use by another server. Stop it, or set DATA_DIR to a folder of its own for each server.`,
      { cause },
    );
  }
  return () => connection.close();
}
