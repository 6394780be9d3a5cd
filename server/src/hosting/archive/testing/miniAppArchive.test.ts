import { runInNewContext } from 'node:vm';
import { text } from 'node:stream/consumers';

import { LIMITS } from '@host/contracts';
import { expect, it } from 'vitest';

import { inspectArchive } from '../inspectArchive.ts';
import { checkFederationManifest, parseFederationManifest } from '../readFederationManifest.ts';
import { unpackArchive } from '../unpackArchive.ts';
import { buildMiniAppFixture } from './miniAppArchive.ts';
import { refusalOf } from './refusalOf.ts';
import { saveArchive } from './saveArchive.ts';

const APP_ID = 'com.acme.my-orders';

it('the fixture passes every check of an upload', async () => {
  const { archives, manifest } = await buildMiniAppFixture(APP_ID, '1.0.0');
  const [ios, android, web] = await Promise.all(
    [archives.ios, archives.android, archives.web].map(async (archive) =>
      inspectArchive(await saveArchive(archive)),
    ),
  );

  expect(ios?.map((file) => file.path)).toEqual([
    '__federation_expose_App.chunk.bundle',
    'com_acme_my__orders.container.js',
    'index.bundle',
    'mf-manifest.json',
  ]);
  expect(() =>
    checkFederationManifest(parseFederationManifest(manifest), APP_ID, {
      ios: ios ?? [],
      android: android ?? [],
      web: web ?? [],
    }),
  ).not.toThrow();
});

it('its container hands out the App', async () => {
  const { archives } = await buildMiniAppFixture(APP_ID, '1.0.0', { platforms: ['ios'] });
  const path = await saveArchive(archives.ios);
  const context: { globalThis?: object; com_acme_my__orders?: { get(path: string): unknown } } = {};
  await unpackArchive(path, await inspectArchive(path), async (file, content) => {
    const code = await text(content);
    if (!file.path.endsWith('.json')) runInNewContext(code, context);
  });

  const factory = await context.com_acme_my__orders?.get('./App');

  expect(factory).toBeTypeOf('function');
});

it('equal input gives equal bytes, and everything in it makes a difference', async () => {
  const first = await archivesOf(APP_ID, '1.0.0');

  expect(await archivesOf(APP_ID, '1.0.0')).toEqual(first);
  for (const other of [
    await archivesOf('com.acme.other', '1.0.0'),
    await archivesOf(APP_ID, '1.0.1'),
    await archivesOf(APP_ID, '1.0.0', 'salt'),
  ]) {
    expect(other.ios.equals(first.ios)).toBe(false);
  }
  expect(first.ios.equals(first.android)).toBe(false);
});

it('extra bytes make it that much larger', async () => {
  const options = { platforms: ['ios'], extraBytes: 100_000 } as const;
  const { archives } = await buildMiniAppFixture(APP_ID, '1.0.0', options);

  expect(Object.keys(archives)).toEqual(['ios']);
  expect(archives.ios.length).toBeGreaterThan(100_000);
  await expect(inspectArchive(await saveArchive(archives.ios), LIMITS)).resolves.toHaveLength(5);
});

it('without the App it is refused for that', async () => {
  const { manifest } = await buildMiniAppFixture(APP_ID, '1.0.0', { withoutApp: true });
  const check = async () => checkFederationManifest(parseFederationManifest(manifest), APP_ID, {});

  expect((await refusalOf(check())).code).toBe('artifact-not-exposed');
});

async function archivesOf(appId: string, version: string, salt = '') {
  const { archives } = await buildMiniAppFixture(appId, version, { extraBytes: 100, salt });
  return archives;
}
