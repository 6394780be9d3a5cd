import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Files in a project's folder that decide how it is built, wherever they are read. */
const CONFIGURATION =
  /^(rspack\.config\.[cm]?[jt]s|babel\.config\.([cm]?[jt]s|json)|\.babelrc.*|\.swcrc|\.browserslistrc|tsconfig.*\.json|\.env(\..+)?)$/;

/** What a file of these refers to: imports of any form, `extends` of a tsconfig and of Babel, `references` of a tsconfig. */
const REFERENCE =
  /(?:\bfrom|\bimport|\brequire(?:\.resolve)?\s*\(|\bimport\s*\(|\bextends["']?\s*:|"path"\s*:)\s*(['"`])(\.{1,2}\/[^'"`]*)\1/g;

/** What tools load by the names in a list: plugins and presets of Babel, what a tsconfig extends. */
const LIST = /\b(?:extends|plugins|presets)["']?\s*[:=]\s*\[/g;
const NAME = /(['"`])(\.{1,2}\/[^'"`]*)\1/g;

const ENDINGS = [
  '',
  '.js',
  '.mjs',
  '.cjs',
  '.ts',
  '.mts',
  '.cts',
  '.json',
  '/index.js',
  '/index.ts',
  '/tsconfig.json',
];

/**
 * The files that a project's configuration is made of, with their content: those that tools look for by name, and what
 * they import from the project, directly or not. Packages are not among them: they change with their version.
 */
export function configurationFiles(root: string): Map<string, string> {
  const found = new Map<string, string>();
  const waiting = readdirSync(root)
    .filter((name) => CONFIGURATION.test(name))
    .map((name) => join(root, name));
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue;
    let content: string;
    try {
      content = readFileSync(path, 'utf8');
    } catch {
      // A folder, or gone meanwhile.
      continue;
    }
    found.set(path, content);
    for (const reference of referencesIn(content)) {
      const file = fileOf(resolve(dirname(path), reference));
      if (file !== undefined) waiting.push(file);
    }
  }
  return found;
}

function referencesIn(content: string): string[] {
  const lists = [...content.matchAll(LIST)].map(({ 0: start, index }) =>
    listAt(content, index + start.length),
  );
  return [
    ...[...content.matchAll(REFERENCE)].map(([, , reference]) => reference!),
    ...lists.flatMap((list) => [...list.matchAll(NAME)].map(([, , name]) => name!)),
  ];
}

/** A list from behind its bracket, without the options in it: they name what a plugin works on, such as the sources. */
function listAt(content: string, start: number): string {
  let end = start;
  for (let depth = 1; depth > 0 && end < content.length; end += 1) {
    if (content[end] === '[') depth += 1;
    if (content[end] === ']') depth -= 1;
  }
  let list = content.slice(start, end);
  for (let before = ''; before !== list;) {
    before = list;
    list = list.replaceAll(/\{[^{}]*\}/g, '');
  }
  return list;
}

function fileOf(path: string): string | undefined {
  return ENDINGS.map((ending) => `${path}${ending}`).find(
    (candidate) => existsSync(candidate) && /\.\w+$/.test(candidate),
  );
}
