import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

import { build } from 'esbuild';
import { expect, it } from 'vitest';

const SDK = fileURLToPath(new URL('../packages/miniapp-sdk/src/index.ts', import.meta.url));
const LIMIT_BYTES = 8 * 1024;

it('the SDK has at most 8 KB as a mini-app would ship it', async () => {
  const { outputFiles } = await build({
    entryPoints: [SDK],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    external: ['react'],
    write: false,
  });
  expect(gzipSync(outputFiles[0]!.contents).length).toBeLessThanOrEqual(LIMIT_BYTES);
});

it('every value that the SDK exports has a comment with an example', () => {
  const text = readFileSync(SDK, 'utf8');
  const exported = [...text.matchAll(/(\/\*\*(?:(?!\*\/)[\s\S])*\*\/)?\s*export const (\w+)/g)];
  expect(exported.length).toBeGreaterThan(7);
  const bare = exported.filter(([, comment]) => !comment?.includes('@example'));
  expect(bare.map(([, , name]) => name)).toEqual([]);
});
