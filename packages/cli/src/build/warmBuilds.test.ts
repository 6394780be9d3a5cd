import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { beforeAll, describe, expect, it } from 'vitest';

import { listFiles } from '../project/listFiles.ts';
import { edit } from '../testing/edit.ts';
import { linkProject } from '../testing/linkProject.ts';
import { miniapp } from '../testing/miniapp.ts';

/** A configuration that does what projects do with theirs: an alias, an import, the environment. */
const CONFIG = `import { createRequire } from 'node:module';
import { join } from 'node:path';
import { defineMiniApp } from '@host/bundler';
import { flavour } from './config/flavour.mjs';

const bundler = createRequire(import.meta.url).resolve('@host/bundler/package.json');
const { DefinePlugin } = createRequire(bundler)('@rspack/core');

export default (env, argv) => {
  const config = defineMiniApp({ root: import.meta.dirname })(env, argv);
  config.resolve.alias['#words'] = join(import.meta.dirname, 'src/words/english.ts');
  config.plugins.push({
    apply: (compiler) =>
      new DefinePlugin({
        __FLAVOUR__: JSON.stringify(flavour),
        __BACK_END__: JSON.stringify(process.env.BACK_END ?? 'none'),
      }).apply(compiler),
  });
  return config;
};
`;

const SEEN = `import { word } from '#words';
import { number } from 'counting';
import { path } from 'short/path';
declare const __FLAVOUR__: string, __BACK_END__: string;
export const seen = ['source one', word, number, path, __FLAVOUR__, __BACK_END__, 'BABEL'];
`;

const babelConfig = (word: string) => `module.exports = {
  plugins: [() => ({ visitor: { StringLiteral({ node }) {
    if (node.value === 'BABEL') node.value = '${word}';
  } } })],
};
`;

/** A few builds of a process each. */
const BUILDS_MS = 180_000;

let root: string;
const env: NodeJS.ProcessEnv = {};

beforeAll(async () => {
  root = await linkProject();
  await put('rspack.config.mjs', CONFIG);
  await put('config/flavour.mjs', `export const flavour = 'vanilla';\n`);
  await put('babel.config.cjs', babelConfig('babel one'));
  await put('src/words/english.ts', `export const word = 'hello';\n`);
  await put('src/words/german.ts', `export const word = 'hallo';\n`);
  await put('src/short/path.ts', `export const path = 'first path';\n`);
  await put('src/other/path.ts', `export const path = 'second path';\n`);
  await put('src/seen.ts', SEEN);
  await edit(root, 'src/App.tsx', 'import', `import { seen } from './seen';\nimport`);
  await edit(root, 'src/App.tsx', 'export default', `console.log(seen);\nexport default`);
  await putDependency('1.0.0', 'one');
  await putPaths('short');
});

async function put(path: string, content: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), content);
}

async function putDependency(version: string, number: string): Promise<void> {
  await put('node_modules/counting/package.json', JSON.stringify({ name: 'counting', version }));
  await put('node_modules/counting/index.js', `exports.number = 'number ${number}';\n`);
}

async function putPaths(folder: string): Promise<void> {
  const text = await readFile(join(root, 'tsconfig.json'), 'utf8');
  const config = JSON.parse(text) as { compilerOptions: object };
  const paths = { 'short/*': [`./src/${folder}/*`] };
  const compilerOptions = { ...config.compilerOptions, paths };
  await put('tsconfig.json', JSON.stringify({ ...config, compilerOptions }));
}

/** Builds, and gives the code and a digest of everything that was written. */
async function build(...args: string[]): Promise<{ code: string; digest: string }> {
  const result = await miniapp(['bundle', '-p', 'web', ...args], { cwd: root, env });
  expect(result.stderr).toBe('');
  const dir = join(root, 'build/web');
  const hash = createHash('sha256');
  let code = '';
  for (const path of await listFiles(dir)) {
    const content = await readFile(join(dir, path), 'utf8');
    hash.update(`${path} ${content.length}\n${content}`);
    if (!path.endsWith('.map')) code += content;
  }
  return { code, digest: hash.digest('hex') };
}

const CHANGES: [kind: string, change: () => Promise<unknown>, shows: string][] = [
  ['a source', () => edit(root, 'src/seen.ts', 'source one', 'source two'), 'source two'],
  [
    'an alias in the configuration',
    () => edit(root, 'rspack.config.mjs', 'words/english.ts', 'words/german.ts'),
    'hallo',
  ],
  [
    'a file that the configuration imports',
    () => edit(root, 'config/flavour.mjs', 'vanilla', 'strawberry'),
    'strawberry',
  ],
  [
    'an environment variable that the configuration reads',
    async () => (env['BACK_END'] = 'https://staging.example'),
    'https://staging.example',
  ],
  [
    'the configuration of Babel',
    () => put('babel.config.cjs', babelConfig('babel two')),
    'babel two',
  ],
  ['paths in tsconfig.json', () => putPaths('other'), 'second path'],
  ['the version of a dependency', () => putDependency('1.1.0', 'two'), 'number two'],
  ['a patched dependency', () => putDependency('1.1.0', 'three'), 'number three'],
];

describe('a build from a warm cache', { timeout: BUILDS_MS }, () => {
  it.each(CHANGES)(
    'is the one from a cold cache after a change of %s',
    async (_, change, shows) => {
      expect((await build()).code).not.toContain(shows);
      await change();
      const warm = await build();
      expect(warm.code).toContain(shows);
      const cold = await build('--clear');
      expect(warm.digest).toBe(cold.digest);
    },
  );

  it('is the one from a cold cache after a build that failed', async () => {
    await rm(join(root, 'node_modules/counting'), { recursive: true });
    const failed = await miniapp(['bundle', '-p', 'web'], { cwd: root, env });
    expect(failed.code).toBe(1);
    expect(failed.stderr).toContain('counting');
    await putDependency('1.2.0', 'four');
    const warm = await build();
    expect(warm.code).toContain('number four');
    await edit(root, 'config/flavour.mjs', 'export', 'exprt');
    expect((await miniapp(['bundle', '-p', 'web'], { cwd: root, env })).code).toBe(1);
    await edit(root, 'config/flavour.mjs', 'exprt', 'export');
    expect((await build()).digest).toBe(warm.digest);
    expect((await build('--clear')).digest).toBe(warm.digest);
  });
});
