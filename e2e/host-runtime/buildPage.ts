import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { type Configuration, rspack } from '@rspack/core';

import { OWN, compile, digestOf } from './compile.ts';

const EXTENSIONS = ['tsx', 'ts', 'jsx', 'mjs', 'js', 'json'];
const ONCE = ['react', 'react-dom', '@react-navigation/native', '@react-navigation/native-stack'];
const require = createRequire(join(OWN, 'package.json'));
const folderOf = (name: string) => dirname(require.resolve(`${name}/package.json`));

/** The host for tests as a page, and the page of its frames: file name to content. */
export async function buildPage(): Promise<Map<string, Buffer>> {
  const sources = ['src', 'test-page', '../miniapp-sdk/src', '../kit/src', '../contracts/src'];
  const digest = digestOf(
    sources.map((name) => join(OWN, name)),
    'page',
  );
  const folder = join(OWN, '.fixtures', `page-${digest}`);
  if (!existsSync(folder)) await build(folder);
  const names = ['host.js', 'frame.js'];
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
    entry: { host: './test-page/host.tsx', frame: './test-page/frame.ts' },
    output: { path, filename: '[name].js', publicPath: '/' },
    resolve: {
      extensions: [
        ...EXTENSIONS.map((name) => `.web.${name}`),
        ...EXTENSIONS.map((name) => `.${name}`),
      ],
      mainFields: ['browser', 'module', 'main'],
      alias: {
        // A package manager may have several copies for packages with different peers; of these there is one.
        ...Object.fromEntries(ONCE.map((name) => [name, folderOf(name)])),
        'react-native$': join(folderOf('react-native-web'), 'dist/index.js'),
      },
    },
    module: {
      rules: [
        {
          test: /\.[cm]?[jt]sx?$/,
          type: 'javascript/auto',
          use: {
            loader: 'builtin:swc-loader',
            options: {
              detectSyntax: 'auto',
              jsc: { transform: { react: { runtime: 'automatic' } } },
              env: { targets: 'chrome >= 100' },
            },
          },
        },
        { test: /\.m?js$/, resolve: { fullySpecified: false } },
        { test: /\.(png|svg)$/, type: 'asset/inline' },
      ],
    },
    plugins: [
      new rspack.DefinePlugin({ __DEV__: 'false' }),
      new rspack.IgnorePlugin({ resourceRegExp: /^@react-native-masked-view/ }),
    ],
  };
}
