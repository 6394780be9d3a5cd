import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

import type { SqlValue } from '../../storage/database/Database.types.ts';
import { syncToDisk } from '../../storage/objects/syncToDisk.ts';
import { PRIVATE_FILE } from '../../storage/privateModes.ts';
import { BackupDamaged } from './BackupDamaged.ts';

const ROWS_AT_ONCE = 500;

/** Writes the rows of a table as JSON lines. Returns their number and the digest of the lines. */
export async function writeTable(
  file: string,
  rows: AsyncIterable<SqlValue[][]>,
): Promise<{ rows: number; sha256: string }> {
  const hash = createHash('sha256');
  let count = 0;
  async function* lines() {
    for await (const batch of rows) {
      const text = batch.map((row) => `${JSON.stringify(row)}\n`).join('');
      hash.update(text);
      count += batch.length;
      yield text;
    }
  }
  await pipeline(
    Readable.from(lines()),
    createGzip({ level: 6 }),
    createWriteStream(file, { flags: 'wx', mode: PRIVATE_FILE }),
  );
  await syncToDisk(file);
  return { rows: count, sha256: hash.digest('hex') };
}

/** Reads rows that `writeTable` wrote. Throws when their number or digest differs. */
export async function* readTable(
  file: string,
  expected: { rows: number; sha256: string },
): AsyncGenerator<SqlValue[][]> {
  const hash = createHash('sha256');
  let count = 0;
  let batch: SqlValue[][] = [];
  // The pipeline passes an error of either stream on to the last one, which the loop reads.
  const input = createReadStream(file);
  const unpacked = input.pipe(createGunzip());
  input.on('error', (error) => unpacked.destroy(error));
  try {
    for await (const line of createInterface({ input: unpacked, crlfDelay: Infinity })) {
      hash.update(`${line}\n`);
      batch.push(JSON.parse(line) as SqlValue[]);
      count++;
      if (batch.length < ROWS_AT_ONCE) continue;
      yield batch;
      batch = [];
    }
  } catch (error) {
    throw new BackupDamaged(`${file} cannot be read: ${(error as Error).message}`);
  }
  if (count !== expected.rows || hash.digest('hex') !== expected.sha256) {
    throw new BackupDamaged(`${file} is not what was written.`);
  }
  if (batch.length > 0) yield batch;
}
