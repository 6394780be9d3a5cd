import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { runCompiler } from '../types/compile.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const TEMPLATE = join(ROOT, 'packages/cli/templates/shared/tsconfig.json');
/** Declarations of the readers' own code, which snippets may use without an import. */
const READERS_OWN = fileURLToPath(new URL('readersOwn.d.ts', import.meta.url));
const ASSETS = join(ROOT, 'packages/cli/templates/shared/src/assets.d.ts');

/** A code snippet of a page. `folder` is the package from which its imports are resolved. */
export interface Snippet {
  /** The page and line, for error messages. */
  place: string;
  folder: string;
  kind: 'ts' | 'tsx' | 'js';
  text: string;
}

/**
 * The compiler's errors for snippets, with the strictness of a new mini-app and the line numbers of the page; empty if there
 * are none. All are compiled in one program, since most of the time is spent on their imports.
 * @param options.knowsBrowsers false for what has to compile in a new mini-app as it is
 */
export async function compileSnippets(
  snippets: readonly Snippet[],
  { knowsBrowsers = true } = {},
): Promise<string[]> {
  const places = new Map<string, Snippet>();
  const folders: string[] = [];
  try {
    for (const [index, snippet] of snippets.entries()) {
      const modules = join(ROOT, snippet.folder, 'node_modules');
      await mkdir(modules, { recursive: true });
      const folder = await mkdtemp(join(modules, '.snippet-'));
      folders.push(folder);
      const file = join(folder, `snippet${index}.${snippet.kind}`);
      // Makes it a module even without an import, so that its names are not global.
      await writeFile(file, `${snippet.text}\nexport {};\n`);
      places.set(relative(ROOT, file), snippet);
    }
    const { compilerOptions } = JSON.parse(await readFile(TEMPLATE, 'utf8')) as {
      compilerOptions: object;
    };
    const settings = {
      compilerOptions: {
        ...compilerOptions,
        // Pages are also about servers, browsers and builds.
        ...(knowsBrowsers && { lib: ['es2023', 'dom', 'dom.iterable', 'webworker'] }),
        types: ['node'],
        typeRoots: [join(ROOT, 'node_modules/@types')],
        allowJs: true,
        checkJs: true,
        allowImportingTsExtensions: true,
      },
      files: [READERS_OWN, ASSETS, ...[...places.keys()].map((file) => join(ROOT, file))],
    };
    const project = join(dirname(join(ROOT, [...places.keys()][0]!)), 'tsconfig.json');
    await writeFile(project, JSON.stringify(settings));
    const output = await runCompiler('-p', project, '--pretty', 'false');
    return (
      output
        // The details of an error are indented below it.
        .split(/\n(?! )/)
        .filter(Boolean)
        .map((line) => atItsPlace(line, places))
    );
  } finally {
    for (const folder of folders) await rm(folder, { recursive: true });
  }
}

function atItsPlace(line: string, places: ReadonlyMap<string, Snippet>): string {
  const [, file = '', row = '', rest = ''] = /^(.+?)\((\d+),\d+\): ([^]*)$/.exec(line) ?? [];
  const snippet = places.get(file);
  if (!snippet) return line;
  const [, page, start] = /^(.*):(\d+)$/.exec(snippet.place) ?? [];
  return `${page}:${Number(start) + Number(row) - 1} ${rest}`;
}
