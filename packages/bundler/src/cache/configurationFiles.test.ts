import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { configurationFiles } from './configurationFiles.ts';

/** The files that the configuration of a project with these files is made of, besides the one that is looked at. */
async function found(name: string, content: string): Promise<string[]> {
  const root = await mkdtemp(join(tmpdir(), 'configuration-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const others = [
    'config/one.cjs',
    'config/two/index.js',
    'config/paths.json',
    'lib/tsconfig.json',
  ];
  for (const path of [...others, 'src/index.ts']) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), '');
  }
  await writeFile(join(root, name), content);
  const files = [...configurationFiles(root).keys()].map((path) => relative(root, path));
  return files.filter((path) => path !== name).toSorted();
}

it.each([
  ['rspack.config.mjs', `import one from './config/one.cjs';`, ['config/one.cjs']],
  ['babel.config.cjs', `module.exports = require('./config/two');`, ['config/two/index.js']],
  ['babel.config.js', `export default { extends: './config/one.cjs' };`, ['config/one.cjs']],
  ['babel.config.js', `export default { plugins: ['./config/one'] };`, ['config/one.cjs']],
  [
    'babel.config.json',
    `{ "presets": [["./config/two", { "a": [1] }]], "plugins": ["x", ["./config/one.cjs"]] }`,
    ['config/one.cjs', 'config/two/index.js'],
  ],
  // Sources are compiled, and no part of how: with them among these, each saved file would begin a build anew.
  [
    'babel.config.js',
    `const plugins = [['module-resolver', { root: ['./src'], alias: { a: './src' } }], './config/one'];`,
    ['config/one.cjs'],
  ],
  ['tsconfig.json', `{ "extends": "./config/paths" }`, ['config/paths.json']],
  ['tsconfig.json', `{ "extends": ["x/base", "./config/paths.json"] }`, ['config/paths.json']],
  ['tsconfig.json', `{ "references": [{ "path": "./lib" }] }`, ['lib/tsconfig.json']],
  [
    'tsconfig.json',
    `{ "include": ["./src"], "compilerOptions": { "paths": { "~": ["./src"] } } }`,
    [],
  ],
])('%s with %s is made of %j, too', async (name, content, expected) => {
  expect(await found(name, content)).toEqual(expected);
});
