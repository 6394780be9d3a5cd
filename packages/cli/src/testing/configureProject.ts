import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { edit } from './edit.ts';

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
export const seen = ['source one', word, number, path, __FLAVOUR__, __BACK_END__, 'BABEL', 'PLUGIN'];
`;

/** A plugin of Babel, in a file of its own, that puts this word into the sources. */
export const babelPlugin = (word: string) => `module.exports = () => ({ visitor: {
  StringLiteral({ node }) { if (node.value === 'PLUGIN') node.value = '${word}'; },
} });
`;

/** A configuration of Babel that puts this word into the sources. */
export const babelConfig = (word: string) => `module.exports = {
  plugins: ['./config/plugin.cjs', () => ({ visitor: { StringLiteral({ node }) {
    if (node.value === 'BABEL') node.value = '${word}';
  } } })],
};
`;

/** Gives a project a configuration of its own, and sources that show every part of it. */
export async function configureProject(root: string): Promise<void> {
  await putDependency(root, '1.0.0', 'one');
  await putFile(root, 'config/flavour.mjs', `export const flavour = 'vanilla';\n`);
  await putFile(root, 'rspack.config.mjs', CONFIG);
  await putFile(root, 'config/plugin.cjs', babelPlugin('plugin one'));
  await putFile(root, 'babel.config.cjs', babelConfig('babel one'));
  await putFile(root, 'src/words/english.ts', `export const word = 'hello';\n`);
  await putFile(root, 'src/words/german.ts', `export const word = 'hallo';\n`);
  await putFile(root, 'src/short/path.ts', `export const path = 'first path';\n`);
  await putFile(root, 'src/other/path.ts', `export const path = 'second path';\n`);
  await putPaths(root, 'short');
  await putFile(root, 'src/seen.ts', SEEN);
  await edit(root, 'src/App.tsx', 'import', `import { seen } from './seen';\nimport`);
  await edit(root, 'src/App.tsx', 'export default', `console.log(seen);\nexport default`);
}

/** Writes a file of the project, with its folders. */
export async function putFile(root: string, path: string, content: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), content);
}

/** Installs the package `counting` of this version, which exports `number <number>`. */
export async function putDependency(root: string, version: string, number: string): Promise<void> {
  const folder = 'node_modules/counting';
  await putFile(root, `${folder}/package.json`, JSON.stringify({ name: 'counting', version }));
  await putFile(root, `${folder}/index.js`, `exports.number = 'number ${number}';\n`);
}

/** Lets `short/…` of tsconfig.json lead to this folder of the sources. */
export async function putPaths(root: string, folder: string): Promise<void> {
  const text = await readFile(join(root, 'tsconfig.json'), 'utf8');
  const config = JSON.parse(text) as { compilerOptions: object };
  const paths = { 'short/*': [`./src/${folder}/*`] };
  const compilerOptions = { ...config.compilerOptions, paths };
  await putFile(root, 'tsconfig.json', JSON.stringify({ ...config, compilerOptions }));
}
