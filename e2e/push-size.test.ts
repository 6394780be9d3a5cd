import { gzipSync } from 'node:zlib';

import { expect, it } from 'vitest';

import { bundle } from './kit-gallery/bundle.ts';

/** What the schemas of the contracts and zod weigh is checked where they are: every host has them anyway. */
const SHARED = ['@host/contracts', 'zod/mini'];

async function gzipped(source: string): Promise<number> {
  const { text } = await bundle(source, { format: 'esm', external: SHARED });
  return gzipSync(text, { level: 9 }).length;
}

it.each([
  [
    'the core',
    `export { createPush, createGatewayClient, createDeepLinkRouter } from '@host/push/core';`,
    12_000,
  ],
  ['the web platform', `export * from '@host/push/web';`, 5000],
  ['the part in the service worker', `export * from '@host/push/web/worker';`, 5000],
])('%s is small: gzipped at most as much as it may be', async (_, source, limit) => {
  expect(await gzipped(source)).toBeLessThanOrEqual(limit);
});

it('the core has no React in it, nor the kit', async () => {
  const { metafile } = await bundle(`export * from '@host/push/core';`);
  const inputs = Object.keys(metafile.inputs);
  expect(inputs.filter((path) => /react|packages\/kit/.test(path))).toEqual([]);
  expect(inputs.length).toBeGreaterThan(10);
});
