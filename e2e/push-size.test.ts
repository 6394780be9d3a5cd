import { gzipSync } from 'node:zlib';

import { expect, it } from 'vitest';

import { bundle } from './kit-gallery/bundle.ts';

/** All that a host downloads: what comes with it from other packages is counted, too. */
async function gzipped(source: string): Promise<number> {
  const { text } = await bundle(source, { format: 'esm' });
  return gzipSync(text, { level: 9 }).length;
}

it.each([
  [
    'the core',
    `export { createPush, createGatewayClient, createDeepLinkRouter } from '@host/push/core';`,
    12_288,
  ],
  ['the web platform', `export * from '@host/push/web';`, 5000],
  ['the part in the service worker', `export * from '@host/push/web/worker';`, 5000],
])(
  '%s is small: gzipped, with everything in it, at most as much as it may be',
  async (_, source, limit) => {
    expect(await gzipped(source)).toBeLessThanOrEqual(limit);
  },
);

it('the core has no React in it, nor the kit, nor a library for schemas', async () => {
  const { metafile } = await bundle(`export * from '@host/push/core';`);
  const [output] = Object.values(metafile.outputs);
  const inputs = Object.entries(output!.inputs)
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .map(([path]) => path);
  expect(inputs.filter((path) => /react|packages\/kit|zod/.test(path))).toEqual([]);
  expect(inputs.length).toBeGreaterThan(10);
});
