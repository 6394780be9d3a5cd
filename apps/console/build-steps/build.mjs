// Builds the console: `node build-steps/build.mjs`.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { rspack } from '@rspack/core';

import { buildWhenChanged } from '../../../scripts/build/buildWhenChanged.mjs';
import { compile } from '../../../scripts/build/compile.mjs';
import { compressFiles } from '../../../scripts/build/compressFiles.mjs';
import { digestOfSources } from '../../../scripts/build/digestOfSources.mjs';
import { webConfig } from './webConfig.mjs';

const FOLDER = join(import.meta.dirname, '..');
const CACHE = join(FOLDER, 'node_modules/.cache/console');
const SOURCES = [
  'build-steps',
  'public',
  'src',
  '../../scripts/build',
  '../../packages/api-client/src',
  '../../packages/contracts/src',
  '../../packages/host-runtime/src',
  '../../packages/miniapp-sdk/src',
];

/** Where the console is, once it is built. */
export const CONSOLE_FOLDER = join(FOLDER, 'dist/web');

/** Builds the console, unless it was built from the same sources; resolves to whether it did. */
export function buildConsole() {
  return buildWhenChanged({
    folder: CONSOLE_FOLDER,
    cacheFolder: CACHE,
    digest: () => digestOfSources({ folder: FOLDER, sources: SOURCES }),
    build: async (path) => {
      await compile(rspack, [webConfig({ path, cacheFolder: join(CACHE, 'rspack') })]);
      await compressFiles(path);
    },
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const start = performance.now();
  const didBuild = await buildConsole();
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(didBuild ? `dist/web was built in ${seconds} s` : 'It is up to date');
}
