import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCES = new URL('../../', import.meta.url);
/** Inside the package, so that programs find what is installed. */
const FOLDER = new URL('../node_modules/.cache/programs/', SOURCES);

const bundled = new Map<string, string>();

/**
 * The source of a thread or a process as one file of plain JavaScript, made once. They do not inherit a TypeScript loader,
 * and to load one of their own takes most of them longer than their work; so do many small files of packages.
 */
export function bundleProgram(name: string): string {
  let file = bundled.get(name);
  if (file === undefined) {
    file = fileURLToPath(new URL(`${name}.mjs`, FOLDER));
    keepFile(file, bundle(name));
    bundled.set(name, file);
  }
  return file;
}

function bundle(name: string): Uint8Array {
  // Only those who run the source have it installed.
  const { buildSync } = createRequire(import.meta.url)('esbuild') as typeof import('esbuild');
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(new URL(`${name}.ts`, SOURCES))],
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    // Packages that are not ES modules ask for those of Node.
    banner: {
      js: "import * as nodeModules from 'node:module'; globalThis.require ??= nodeModules.createRequire(import.meta.url);",
    },
    sourcemap: 'inline',
    alias: { '@host/contracts': fileURLToPath(import.meta.resolve('@host/contracts')) },
    write: false,
  });
  return outputFiles[0]!.contents;
}

/** Other processes may bundle the same meanwhile: they find a whole file, and mostly the same one. */
function keepFile(file: string, contents: Uint8Array): void {
  if (isKept(file, contents)) return;
  mkdirSync(FOLDER, { recursive: true });
  const unfinished = join(fileURLToPath(FOLDER), `unfinished-${process.pid}`);
  writeFileSync(unfinished, contents);
  renameSync(unfinished, file);
}

function isKept(file: string, contents: Uint8Array): boolean {
  try {
    return readFileSync(file).equals(contents);
  } catch {
    return false;
  }
}
