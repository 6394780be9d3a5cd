import { pipeline } from 'node:stream/promises';
import { Writable, type Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

import type { ArtifactFile } from '@host/contracts';
import { expect, it } from 'vitest';

import { inspectArchive } from './inspectArchive.ts';
import { rawZip } from './testing/rawZip.ts';
import { refusalOf } from './testing/refusalOf.ts';
import { saveArchive } from './testing/saveArchive.ts';
import { zipFiles } from './testing/zipFiles.ts';
import { unpackArchive } from './unpackArchive.ts';

const FILES = { 'b.js': 'b'.repeat(200_000), 'a/c.json': '{}', 'empty.txt': '' };

async function inspected(): Promise<{ path: string; files: ArtifactFile[] }> {
  const path = await saveArchive(await zipFiles(FILES));
  return { path, files: await inspectArchive(path) };
}

async function drain(_: ArtifactFile, content: Readable): Promise<void> {
  await text(content);
}

it('every file arrives whole, in the order of the list', async () => {
  const { path, files } = await inspected();
  const seen: [string, string][] = [];

  await unpackArchive(path, files, async (file, content) => {
    seen.push([file.path, await text(content)]);
  });

  expect(seen).toEqual(Object.entries(FILES).toSorted(([a], [b]) => (a < b ? -1 : 1)));
});

it('one file is handed over at a time', async () => {
  const { path, files } = await inspected();
  let open = 0;
  let most = 0;

  await unpackArchive(path, files, async (_, content) => {
    most = Math.max(most, ++open);
    await text(content);
    await new Promise((resolve) => setTimeout(resolve, 5));
    open--;
  });

  expect(most).toBe(1);
});

it('a part of the files can be asked for', async () => {
  const { path, files } = await inspected();
  const seen: string[] = [];

  await unpackArchive(path, files.slice(1, 2), async (file, content) => {
    seen.push(file.path);
    await text(content);
  });

  expect(seen).toEqual(['b.js']);
});

it.each([
  ['another digest', { sha256: 'f'.repeat(64) }, 'sha256'],
  ['another size', { size: 1 }, '200000 bytes'],
  ['another name', { path: 'gone.js' }, 'gone'],
])('a file that has %s than at its inspection is refused', async (_, change, said) => {
  const { path, files } = await inspected();
  const changed = files.map((file) => (file.path === 'b.js' ? Object.assign(file, change) : file));

  const error = await refusalOf(unpackArchive(path, changed, drain));

  expect(error.code).toBe('artifact-corrupt');
  expect(error.message).toContain(said);
});

it('a damaged file is refused even when its consumer swallows the error', async () => {
  const { files } = await inspected();
  const content = FILES['b.js'].replace('b', 'c');
  const other = await saveArchive(rawZip([{ name: 'b.js', content }]));
  const damaged = files.filter((file) => file.path === 'b.js');

  const error = await refusalOf(
    unpackArchive(other, damaged, (file, stream) => drain(file, stream).catch(() => {})),
  );

  expect(error.code).toBe('artifact-corrupt');
});

it('a damaged file says so although its consumer reports something else', async () => {
  const { path, files } = await inspected();
  const changed = files.map((file) => Object.assign(file, { sha256: '0'.repeat(64) }));

  const error = await refusalOf(
    unpackArchive(path, changed, async (file, content) => {
      await drain(file, content).catch(() => {
        throw new Error('the store was told to stop');
      });
    }),
  );

  expect(error.code).toBe('artifact-corrupt');
});

it('an error of the consumer comes through', async () => {
  const { path, files } = await inspected();
  const full = new Writable({ write: (_, __, done) => done(new Error('disk full')) });

  const unpacking = unpackArchive(path, files, (_, content) => pipeline(content, full));

  await expect(unpacking).rejects.toThrow('disk full');
});

it('a content that is left unread counts as an error, since nothing was verified', async () => {
  const { path, files } = await inspected();

  await expect(unpackArchive(path, files, async () => {})).rejects.toThrow(
    /left a\/c\.json unread/,
  );
});
