import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { type Configuration, rspack } from '@rspack/core';

import { browserRules } from '../../scripts/build/browserRules.mjs';
import { OWN, compile, digestOf } from './compile.ts';

/** The host for tests as a page, and the page of its frames: file name to content. */
export async function buildPage(): Promise<Map<string, Buffer>> {
  const sources = ['src', 'test-page', '../miniapp-sdk/src', '../kit/src', '../contracts/src'];
  const digest = digestOf(
    sources.map((name) => join(OWN, name)),
    'page',
  );
  const folder = join(OWN, '.fixtures', `page-${digest}`);
  if (!existsSync(folder)) await build(folder);
  const names = ['host.js', 'frame.js', 'worker.js'];
  const files = await Promise.all(names.map((name) => readFile(join(folder, name))));
  return new Map(names.map((name, index) => [name, files[index]!]));
}

async function build(folder: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  const unfinished = await mkdtemp(join(dirname(folder), 'unfinished-'));
  await compile(pageConfig(unfinished));
  await writeFile(join(unfinished, 'built'), '');
  // Another test may have built the same meanwhile.
  await rename(unfinished, folder).catch(() => rm(unfinished, { recursive: true, force: true }));
}

function pageConfig(path: string): Configuration {
  return {
    mode: 'production',
    context: OWN,
    devtool: false,
    target: ['web', 'es2022'],
    performance: { hints: false },
    entry: {
      host: './test-page/host.tsx',
      frame: './test-page/frame.ts',
      worker: './test-page/worker.ts',
    },
    output: { path, filename: '[name].js', publicPath: '/' },
    ...browserRules({ folder: OWN, targets: 'chrome >= 100', assets: 'asset/inline' }),
    plugins: [
      new rspack.DefinePlugin({ __DEV__: 'false' }),
      new rspack.IgnorePlugin({ resourceRegExp: /^@react-native-masked-view/ }),
    ],
  };
}
