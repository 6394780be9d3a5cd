import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

import { importedModules } from '../build/importedModules.mjs';

const PACKAGE_FOLDERS = ['packages', 'apps', 'mini-apps'];
/** Suffixes to try for imports without an extension or with platform variants. */
const ENDS = [
  '',
  '.ts',
  '.tsx',
  '.mjs',
  '/index.ts',
  '.web.ts',
  '.web.tsx',
  '.native.ts',
  '.native.tsx',
];

/** The import graph of the repository, type imports included; files are parsed lazily. */
export class SourceGraph {
  #root;
  #imports = new Map();
  #texts = new Map();
  #packages;

  /** @param {string} root */
  constructor(root) {
    this.#root = root;
    this.#packages = readPackages(root);
  }

  /** The transitive imports of some files, themselves included. Paths are relative to the root, with `/`. */
  reach(files) {
    const reached = new Set(files);
    // Iterating a set includes what is added during the iteration.
    for (const file of reached) for (const imported of this.importsOf(file)) reached.add(imported);
    return reached;
  }

  /** The direct importers of each file that some files reach. */
  importers(files) {
    const importers = new Map();
    for (const file of this.reach(files)) {
      for (const imported of this.importsOf(file)) {
        const known = importers.get(imported);
        if (known) known.push(file);
        else importers.set(imported, [file]);
      }
    }
    return importers;
  }

  importsOf(file) {
    let imports = this.#imports.get(file);
    if (!imports) {
      const text = this.textOf(file);
      // Programs and pages that a file starts are referenced as `new URL(…)`.
      const started = [...text.matchAll(/new URL\(\s*['"](\.[^'"\n]+)['"],\s*import\.meta\.url/g)];
      const names = [...importedModules(text), ...started.map(([, name]) => name)];
      imports = [...new Set(names.flatMap((name) => this.#resolve(name, file)))];
      this.#imports.set(file, imports);
    }
    return imports;
  }

  textOf(file) {
    let text = this.#texts.get(file);
    if (text === undefined) {
      text = /\.([cm]?[jt]sx?)$/.test(file) ? readFileSync(join(this.#root, file), 'utf8') : '';
      this.#texts.set(file, text);
    }
    return text;
  }

  #resolve(specifier, from) {
    const path = specifier.startsWith('.')
      ? join(this.#root, dirname(from), specifier)
      : this.#inPackage(specifier);
    if (path === undefined) return [];
    const stem = path.replace(/\.(js|ts|tsx)$/, '');
    return [
      ...new Set([...ENDS.map((end) => `${path}${end}`), ...ENDS.map((end) => `${stem}${end}`)]),
    ]
      .filter((each) => existsSync(each) && statSync(each).isFile())
      .map((each) => relative(this.#root, each).replaceAll('\\', '/'))
      .filter((each) => !each.includes('node_modules/'));
  }

  #inPackage(specifier) {
    const [, name, rest = ''] = /^(@host\/[^/]+)(\/.*)?$/.exec(specifier) ?? [];
    const found = name && this.#packages.get(name);
    if (!found) return undefined;
    const { folder, exports = {} } = found;
    for (const [key, target] of Object.entries(exports)) {
      const [before, after] = key.split('*');
      const isMatch =
        after === undefined ? key === `.${rest}` : `.${rest}`.startsWith(before) && rest !== '';
      if (!isMatch) continue;
      const file = typeof target === 'string' ? target : (target.types ?? target.default);
      const wild = `.${rest}`.slice(before.length);
      return join(folder, file.replace('*', wild));
    }
    return undefined;
  }
}

function readPackages(root) {
  const folders = PACKAGE_FOLDERS.flatMap((parent) =>
    readdirSync(join(root, parent)).map((name) => join(root, parent, name)),
  );
  const packages = new Map();
  for (const folder of [...folders, join(root, 'server')]) {
    const file = join(folder, 'package.json');
    if (!existsSync(file)) continue;
    const { name, exports } = JSON.parse(readFileSync(file, 'utf8'));
    packages.set(name, {
      folder,
      exports: typeof exports === 'string' ? { '.': exports } : exports,
    });
  }
  return packages;
}
