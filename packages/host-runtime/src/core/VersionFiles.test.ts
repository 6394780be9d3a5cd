import type { ArtifactFile, Resolution } from '@host/contracts';
import { zipSync } from 'fflate';
import { expect, it } from 'vitest';

import { createMemoryFiles } from '../memory/createMemoryFiles.ts';
import type { Registry } from '../ports/Registry.types.ts';
import { VersionFiles } from './VersionFiles.ts';
import { webCrypto } from './webCrypto.ts';

const { signal } = new AbortController();
const sha256 = (content: Uint8Array) => webCrypto().sha256(content);
const bytes = (text: string) => new TextEncoder().encode(text);

async function indexed(path: string, text: string): Promise<ArtifactFile> {
  const content = bytes(text);
  return { path, size: content.length, sha256: await sha256(content), integrity: '' };
}

async function withArchive(archive: Uint8Array, digest?: string) {
  const downloads: string[] = [];
  const registry = {
    async download(url: string) {
      downloads.push(url);
      return archive;
    },
  } as unknown as Registry;
  const store = createMemoryFiles();
  const files = new VersionFiles(registry, store, webCrypto());
  const resolution = {
    appId: 'com.acme.orders',
    bundleUrl: 'https://cdn.example/ios.zip',
    sha256: digest ?? (await sha256(archive)),
  } as Resolution;
  return { files, store, downloads, resolution };
}

it('an archive is fetched whole, verified, and kept file by file', async () => {
  const archive = zipSync({
    'a.js': bytes('a'),
    'b.js': bytes('b'),
    'extra.js': bytes('not listed'),
  });
  const { files, store, resolution, downloads } = await withArchive(archive);
  const a = await indexed('a.js', 'a');
  const index = [a, await indexed('b.js', 'b')];
  await files.fetch(resolution, index, { signal });
  expect((await store.list()).toSorted()).toEqual(index.map((file) => file.sha256).toSorted());
  expect(await files.read(a)).toEqual(bytes('a'));
  await files.fetch(resolution, index, { signal });
  expect(downloads).toHaveLength(1);
});

it.each([
  ['whose digest is another', zipSync({ 'a.js': bytes('a') }), '0'.repeat(64)],
  ['that lacks a file', zipSync({ 'b.js': bytes('a') }), undefined],
  ['with a file of another content', zipSync({ 'a.js': bytes('x') }), undefined],
  ['with a file of another size', zipSync({ 'a.js': bytes('aa') }), undefined],
  ['that is no archive', bytes('<html>'), undefined],
])('an archive %s is refused, and nothing of it is kept', async (_, archive, digest) => {
  const { files, store, resolution } = await withArchive(archive, digest);
  const index = [await indexed('a.js', 'a')];
  await expect(files.fetch(resolution, index, { signal })).rejects.toMatchObject({
    code: 'integrity',
  });
  expect(await store.list()).toEqual([]);
});

it('files of the web are fetched under their own names, whatever these would mean in an address', async () => {
  const names = ['assets/50%.png', 'assets/a#2.png', 'assets/b?c.png', 'assets/größe 1.png'];
  const index = await Promise.all(names.map((name) => indexed(name, name)));
  const registry = {
    // As a server reads it.
    download: async (url: string) => bytes(decodeURIComponent(new URL(url).pathname.slice(1))),
  } as unknown as Registry;
  const files = new VersionFiles(registry, createMemoryFiles(), webCrypto());
  const resolution = { web: { baseUrl: 'https://cdn.example/' } } as Resolution;
  await files.fetch(resolution, index, { signal });
  for (const file of index) expect(await files.read(file)).toEqual(bytes(file.path));
  const outside = files.fetch(resolution, [await indexed('//elsewhere.example/x', 'x')], {
    signal,
  });
  await expect(outside).rejects.toMatchObject({ code: 'integrity' });
});
