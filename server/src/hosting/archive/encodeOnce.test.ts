import { randomBytes } from 'node:crypto';
import { readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { expect, it } from 'vitest';

import { encodeOnce } from './encodeOnce.ts';
import { temporaryFolder } from './testing/saveArchive.ts';

const KB = 1024;

async function source(content: Buffer): Promise<{ path: string; folder: string }> {
  const path = join(await temporaryFolder(), 'source');
  await writeFile(path, content);
  return { path, folder: await temporaryFolder() };
}

/** Text with enough variety that compressing it takes a while. */
function script(bytes: number): Buffer {
  return Buffer.from(randomBytes(bytes).toString('base64').slice(0, bytes));
}

it.each([
  ['a small one', 20 * KB],
  ['a medium one', 300 * KB],
  ['a large one', 3 * KB * KB],
])('both variants of a script give it back whole: %s', async (_, bytes) => {
  const content = script(bytes);
  const { path, folder } = await source(content);

  const [br, gzip, ...others] = await encodeOnce(path, folder, 'index.bundle');

  expect(others).toEqual([]);
  expect(brotliDecompressSync(await readFile(br?.path ?? '')).equals(content)).toBe(true);
  expect(gunzipSync(await readFile(gzip?.path ?? '')).equals(content)).toBe(true);
  for (const [variant, encoding] of [
    [br, 'br'],
    [gzip, 'gzip'],
  ] as const) {
    expect(variant).toMatchObject({ encoding, size: (await stat(variant?.path ?? '')).size });
    expect(variant?.path.startsWith(folder)).toBe(true);
    expect(variant?.size).toBeLessThan(bytes * 0.95);
  }
});

it('files of equal name do not meet in the folder', async () => {
  const { path, folder } = await source(script(KB));

  await Promise.all([encodeOnce(path, folder, 'a.js'), encodeOnce(path, folder, 'a.js')]);

  expect(await readdir(folder)).toHaveLength(4);
});

it.each([
  ['below 512 bytes', Buffer.alloc(511, 'a'), 'a.js', 0],
  ['of 512 bytes', Buffer.alloc(512, 'a'), 'a.js', 2],
  ['of a compressed type', Buffer.alloc(KB, 'a'), 'a.png', 0],
  ['that saves too little', randomBytes(4 * KB), 'a.js', 0],
])('a file %s leaves as many variants as it should', async (_, content, name, count) => {
  const { path, folder } = await source(content);

  expect(await encodeOnce(path, folder, name)).toHaveLength(count);
  expect(await readdir(folder)).toHaveLength(count);
});

it('a failure leaves nothing behind', async () => {
  const { folder } = await source(Buffer.alloc(0));
  const unreadable = await temporaryFolder();

  await expect(encodeOnce(unreadable, folder, 'a.js')).rejects.toMatchObject({ code: 'EISDIR' });

  expect(await readdir(folder)).toEqual([]);
});

it('the event loop keeps turning while the best brotli works', async () => {
  const { path, folder } = await source(script(250 * KB));
  let turns = 0;
  const timer = setInterval(() => turns++, 2);

  await encodeOnce(path, folder, 'index.bundle');

  clearInterval(timer);
  // Half a second of work: done on this thread it would leave a handful of turns between its steps.
  expect(turns).toBeGreaterThan(20);
});
