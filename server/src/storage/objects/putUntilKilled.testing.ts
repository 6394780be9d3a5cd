import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createFolderObjectStore } from './FolderObjectStore.ts';

// A process to be killed: it stores numbered objects, one after the other, and reports each number once its puts have
// resolved. It ends by itself after a while, so that a test that fails to kill it does not fill the disk.
const LAST = 40;

const [root = '', scratch = '', bytes = ''] = process.argv.slice(2);
const metadata = { contentType: 'application/octet-stream' };
const store = createFolderObjectStore({ root });

for (let number = 1; number <= LAST; number++) {
  const content = Buffer.alloc(Number(bytes), number);
  await store.putBytes(`bytes/${number}`, content, metadata);
  await store.putBytes('replaced', content, metadata);
  const path = join(scratch, 'source');
  await writeFile(path, content);
  await store.putFile(`files/${number}`, path, metadata);
  process.stdout.write(`${number}\n`);
}
