// Builds the host: `node build-steps/build.mjs web|ios|android`.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { rspack } from '@rspack/core';

import { buildWhenChanged } from '../../../scripts/build/buildWhenChanged.mjs';
import { compile } from '../../../scripts/build/compile.mjs';
import { compressFiles } from '../../../scripts/build/compressFiles.mjs';
import { listFiles } from '../../../scripts/build/listFiles.mjs';
import { digestOfInputs } from './digestOfInputs.mjs';
import { frameConfig, framePageConfig, serviceWorkerConfig, webConfig } from './webConfig.mjs';

const FOLDER = join(import.meta.dirname, '..');
const DIST = join(FOLDER, 'dist');
const CACHE = join(FOLDER, 'node_modules/.cache/host-app');

/** The output folder of the web build. */
export const WEB_FOLDER = join(DIST, 'web');

/** Builds the host for a platform unless its sources are unchanged; resolves to whether it built. */
export function buildHostApp(platform) {
  return buildWhenChanged({
    folder: join(DIST, platform),
    cacheFolder: CACHE,
    digest: digestOfInputs,
    build: (path) => (platform === 'web' ? buildWeb(path) : buildNative(platform, path)),
  });
}

async function buildWeb(path) {
  const mode = 'production';
  await compile(rspack, [frameConfig({ mode, path, cache: cacheOf('frame') })]);
  // The host bundle names its frame script, so that a page never loads one from another build.
  const [frameScript] = await listFiles(path);
  await compile(rspack, [webConfig({ mode, path, cache: cacheOf('web'), frameScript })]);
  const files = await listFiles(path);
  await compile(rspack, [serviceWorkerConfig({ mode, path, shell: await shellOf(path, files) })]);
  // Not in the precache list: the service worker generates this page itself.
  await writeFramePage(path);
  await compressFiles(path);
}

async function writeFramePage(path) {
  const folder = join(CACHE, 'frame-page');
  await compile(rspack, [framePageConfig({ path: folder })]);
  const { framePage } = await import(pathToFileURL(join(folder, 'frame-page.mjs')).href);
  await writeFile(join(path, 'frame.html'), framePage());
}

/** What the service worker precaches so that the page opens offline: everything, since it is small. */
async function shellOf(path, files) {
  const paths = files
    .filter((file) => file !== 'index.html')
    .map((file) => `/app/${file.replaceAll('\\', '/')}`);
  // The page itself is the only file without a digest in its name, and it decides which of the others are used.
  const version = await digestOf(join(path, 'index.html'));
  return { version, paths: ['/app/', ...paths] };
}

async function buildNative(platform, path) {
  // Imported lazily: loading Re.Pack takes a second.
  const { nativeConfig } = await import('./nativeConfig.mjs');
  const mode = 'production';
  await compile(rspack, [nativeConfig({ platform, mode, path, cache: cacheOf(platform) })]);
}

async function digestOf(file) {
  const { createHash } = await import('node:crypto');
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex')
    .slice(0, 16);
}

function cacheOf(name) {
  return {
    type: 'persistent',
    version: name,
    buildDependencies: [join(import.meta.dirname, 'webConfig.mjs')],
    storage: { type: 'filesystem', directory: join(CACHE, 'rspack') },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , platform = 'web'] = process.argv;
  const start = performance.now();
  const didBuild = await buildHostApp(platform);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(didBuild ? `dist/${platform} was built in ${seconds} s` : 'It is up to date');
}
