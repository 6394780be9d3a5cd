import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCES = new URL('../../', import.meta.url);
/** Inside the package, so that programs can resolve installed packages. */
const FOLDER = new URL('../node_modules/.cache/programs/', SOURCES);

const bundled = new Map<string, string>();

/**
 * Bundles the source of a thread or a process into one file of plain JavaScript, once. They do not inherit a TypeScript
 * loader, and loading one of their own, or many small files of packages, takes most of them longer than their work.
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
  // A development dependency: it is only installed where the source is run.
  const { buildSync } = createRequire(import.meta.url)('esbuild') as typeof import('esbuild');
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(new URL(`${name}.ts`, SOURCES))],
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    // CommonJS packages use `require` for Node's modules.
    banner: {
      js: "import * as nodeModules from 'node:module'; globalThis.require ??= nodeModules.createRequire(import.meta.url);",
    },
    sourcemap: 'inline',
    alias: { '@host/contracts': fileURLToPath(import.meta.resolve('@host/contracts')) },
    write: false,
  });
  return outputFiles[0]!.contents;
}

/** Writes the file atomically, since other processes may bundle the same one concurrently. */
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
