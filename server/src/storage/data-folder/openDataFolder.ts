import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { ConfigError } from '../../errors/ConfigError.ts';
import { type SqliteConnection, openSqlite } from '../database/sqlite/openSqlite.ts';
import { makeFolders } from '../makeFolders.ts';
import { PRIVATE_FOLDER } from '../privateModes.ts';
import { dataFolderFailure } from './dataFolderFailure.ts';
import { makePrivate } from './makePrivate.ts';
import { whyNotWritten } from './whyNotWritten.ts';

const SQLITE_BUSY = 5;
const DATABASE_FILE = 'host.db';

/** The folder that one server process owns: embedded database, objects, secrets, uploads in progress. */
export interface DataFolder {
  readonly path: string;
  readonly databaseFile: string;
  readonly objects: string;
  /** Uploads in progress; emptied at every start, since nothing in it was acknowledged. */
  readonly uploads: string;
  close(): void;
}

/**
 * Creates the folder if it is missing and locks it: a second server on the same folder is refused, a killed one leaves no
 * lock.
 */
export async function openDataFolder(folder: string): Promise<DataFolder> {
  const path = resolve(folder);
  const uploads = join(path, 'uploads');
  let unlock: (() => void) | undefined;
  try {
    makeFolders(path, PRIVATE_FOLDER);
    unlock = lock(path);
    makePrivate(path);
    await rm(uploads, { recursive: true, force: true });
    await mkdir(uploads, { mode: PRIVATE_FOLDER });
  } catch (error) {
    unlock?.();
    throw dataFolderFailure(path, error);
  }
  return {
    path,
    databaseFile: join(path, DATABASE_FILE),
    objects: join(path, 'objects'),
    uploads,
    close: unlock,
  };
}

// The database engine's file lock: the operating system releases it with the process, however that ends.
function lock(path: string): () => void {
  const file = join(path, 'lock.db');
  let connection: SqliteConnection | undefined;
  try {
    // Opening it fails if another server holds the lock.
    connection = openSqlite(file);
    connection.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE');
    const held = connection;
    return () => held.close();
  } catch (error) {
    connection?.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw whyNotWritten(file) ?? error;
    throw new ConfigError([
      `DATA_DIR ${path} is in use by another server. Stop it, or give each server a folder of its own`,
    ]);
  }
}
