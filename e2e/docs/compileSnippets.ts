import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { runCompiler } from '../types/compile.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const TEMPLATE = join(ROOT, 'packages/cli/templates/shared/tsconfig.json');
/** What the code of a page may use without saying where it comes from: its reader's own. */
const READERS_OWN = fileURLToPath(new URL('readersOwn.d.ts', import.meta.url));
const ASSETS = join(ROOT, 'packages/cli/templates/shared/src/assets.d.ts');

/** Code of a page. `folder` is the package whose dependencies it sees. */
export interface Snippet {
  /** The page and its line, for whoever mends it. */
  place: string;
  folder: string;
  kind: 'ts' | 'tsx' | 'js';
  text: string;
}

/**
 * What the compiler says of snippets, as strict as it is with a new mini-app, by the line of the page; empty when there is
 * nothing to say. One program for all: most of the time goes into what they import.
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
      // A module even without an import, so that its names are its own.
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
        // What belongs to a complaint is indented below it.
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
