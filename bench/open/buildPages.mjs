// Builds the pages of this benchmark: `node buildPages.mjs <folder>`. In its own process, since Rspack needs a plain Node.
import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { rspack } from '@rspack/core';

import { browserRules } from '../../scripts/build/browserRules.mjs';

const OWN = import.meta.dirname;
const ORDERS = fileURLToPath(new URL('../../mini-apps/orders/', import.meta.url));
const SHARED = [
  'react',
  'react-native',
  '@react-navigation/native',
  '@react-navigation/native-stack',
  '@host/kit',
  '@host/miniapp-sdk',
];
const [, , folder] = process.argv;

await compile(await pagesConfig());
for (const name of ['ours', 'bareFederation', 'iframe']) {
  await writeFile(join(folder, `${name}.html`), page(`/${name}.js`));
}
await buildStandalone(join(folder, 'standalone'));

async function pagesConfig() {
  return {
    mode: 'production',
    context: OWN,
    devtool: false,
    target: ['web', 'es2022'],
    performance: { hints: false },
    entry: {
      ours: './pages/ours.tsx',
      bareFederation: './pages/bareFederation.tsx',
      iframe: './pages/iframe.ts',
    },
    output: { path: folder, filename: '[name].js', publicPath: '/' },
    ...browserRules({ folder: dirname(OWN), targets: 'chrome >= 100', assets: 'asset/inline' }),
    plugins: [
      new rspack.DefinePlugin({
        __DEV__: 'false',
        SHARED_VERSIONS: JSON.stringify(await versions()),
      }),
      new rspack.IgnorePlugin({ resourceRegExp: /^@react-native-masked-view/ }),
    ],
  };
}

async function versions() {
  const found = SHARED.map(async (name) => {
    const text = await readFile(join(OWN, '../node_modules', name, 'package.json'), 'utf8');
    return [name, JSON.parse(text).version];
  });
  return Object.fromEntries(await Promise.all(found));
}

function compile(config) {
  return new Promise((resolve, reject) => {
    rspack(config, (error, stats) => {
      if (error) reject(error);
      else if (stats.hasErrors()) reject(new Error(stats.toString({ all: false, errors: true })));
      else resolve();
    });
  });
}

function page(script) {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>bench</title>
    <style>html, body, #root { height: 100%; margin: 0 } #root { display: flex } iframe { width: 100%; height: 100% }</style>
  </head>
  <body><div id="root"></div><script src="${script}"></script></body>
</html>
`;
}

/** Builds the same mini-app as a standalone page, in a copy, so that the published build does not change. */
async function buildStandalone(target) {
  const copy = join(folder, 'orders');
  await cp(ORDERS, copy, {
    recursive: true,
    filter: (source) => !['node_modules', 'build'].includes(basename(source)),
  });
  await symlink(join(ORDERS, 'node_modules'), join(copy, 'node_modules'));
  await promisify(execFile)(process.execPath, [join(OWN, 'buildMiniApp.mjs'), copy], {
    env: { ...process.env, STANDALONE: 'true', platform: 'web' },
  });
  await mkdir(target, { recursive: true });
  await cp(join(copy, 'build/web'), target, { recursive: true });
  await writeFile(join(target, 'index.html'), page('/standalone/index.bundle'));
}
