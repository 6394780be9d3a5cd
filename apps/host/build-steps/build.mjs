// Builds the host: `node build-steps/build.mjs web|ios|android`.
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { withLock } from '../../../scripts/build/withLock.mjs';
import { compile } from './compile.mjs';
import { compressFiles } from './compressFiles.mjs';
import { digestOfInputs } from './digestOfInputs.mjs';
import { listFiles } from './listFiles.mjs';
import { frameConfig, framePageConfig, serviceWorkerConfig, webConfig } from './webConfig.mjs';

const FOLDER = join(import.meta.dirname, '..');
const DIST = join(FOLDER, 'dist');
const CACHE = join(FOLDER, 'node_modules/.cache/host-app');

/** Where the host for browsers is, once it is built. */
export const WEB_FOLDER = join(DIST, 'web');

/**
 * Builds the host for a platform, unless it was built from the same sources; resolves to whether it did. Processes that
 * ask for it at the same time wait for each other.
 */
export async function buildHostApp(platform) {
  const stamp = join(DIST, `${platform}.built-from`);
  const isCurrent = async () =>
    (await readFile(stamp, 'utf8').catch(() => '')) === (await digestOfInputs());
  if (await isCurrent()) return false;
  return withLock(join(CACHE, `${platform}.lock`), async () => {
    if (await isCurrent()) return false;
    const digest = await digestOfInputs();
    const unfinished = join(CACHE, `${platform}-unfinished`);
    await rm(stamp, { force: true });
    await rm(unfinished, { recursive: true, force: true });
    await (platform === 'web' ? buildWeb(unfinished) : buildNative(platform, unfinished));
    // Who reads it meanwhile finds the old one or the new one, and never half of it.
    const final = join(DIST, platform);
    await mkdir(DIST, { recursive: true });
    await rm(final, { recursive: true, force: true });
    await rename(unfinished, final);
    await writeFile(stamp, digest);
    return true;
  });
}

async function buildWeb(path) {
  const mode = 'production';
  await compile([frameConfig({ mode, path, cache: cacheOf('frame') })]);
  // The host names the script of its frames, so that a page never meets one of another build.
  const [frameScript] = await listFiles(path);
  await compile([webConfig({ mode, path, cache: cacheOf('web'), frameScript })]);
  const files = await listFiles(path);
  await compile([serviceWorkerConfig({ mode, path, shell: await shellOf(path, files) })]);
  // After the list: the service worker makes this page itself.
  await writeFramePage(path);
  await compressFiles(path);
}

async function writeFramePage(path) {
  const folder = join(CACHE, 'frame-page');
  await compile([framePageConfig({ path: folder })]);
  const { framePage } = await import(pathToFileURL(join(folder, 'frame-page.mjs')).href);
  await writeFile(join(path, 'frame.html'), framePage());
}

/** What the service worker keeps so that the page opens offline: everything, since it is little. */
async function shellOf(path, files) {
  const paths = files
    .filter((file) => file !== 'index.html')
    .map((file) => `/app/${file.replaceAll('\\', '/')}`);
  // The page itself is the one file without a digest in its name that decides which of the others are used.
  const version = await digestOf(join(path, 'index.html'));
  return { version, paths: ['/app/', ...paths] };
}

async function buildNative(platform, path) {
  // Re.Pack is loaded only where it is used: it takes a second.
  const { nativeConfig } = await import('./nativeConfig.mjs');
  const mode = 'production';
  await compile([nativeConfig({ platform, mode, path, cache: cacheOf(platform) })]);
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
