import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';

import yauzl, { type Entry, type ZipFile } from 'yauzl';

/** Unpacks an archive into a folder. */
export async function unzip(archive: Buffer, folder: string): Promise<void> {
  const zip = await promisify<Buffer, object, ZipFile>(yauzl.fromBuffer)(archive, {
    lazyEntries: true,
  });
  const open = promisify<Entry, Readable>(zip.openReadStream.bind(zip));
  await new Promise<void>((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      void (async () => {
        const path = join(folder, entry.fileName);
        await mkdir(dirname(path), { recursive: true });
        await pipeline(await open(entry), createWriteStream(path));
        zip.readEntry();
      })().catch(reject);
    });
    zip.on('end', resolve).on('error', reject);
    zip.readEntry();
  });
}
