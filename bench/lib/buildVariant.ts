import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { type Plugin, build } from 'esbuild';

import { buildFolder } from './startPlatform.ts';

const SERVER = fileURLToPath(new URL('../../server/', import.meta.url));

/** A text replacement in a file below server/src. */
export interface Change {
  file: string;
  from: string;
  to: string;
}

/** Builds the server with changed sources, to measure the cost of the changed part. Returns its main file. */
export async function buildVariant(changes: readonly Change[]): Promise<string> {
  const outdir = join(await buildFolder(), 'dist');
  await build({
    entryPoints: ['./src/main.ts', './src/writerThread.ts'],
    absWorkingDir: SERVER,
    outdir,
    entryNames: '[name]',
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
    plugins: [othersStayOutside, changedSource(changes)],
  });
  return join(outdir, 'main.js');
}

// As in the real build.
const othersStayOutside: Plugin = {
  name: 'others-stay-outside',
  setup(building) {
    building.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith('@host/') ? undefined : { path, external: true },
    );
  },
};

function changedSource(changes: readonly Change[]): Plugin {
  return {
    name: 'changed-source',
    setup(building) {
      building.onLoad({ filter: /\/server\/src\/.*\.ts$/ }, async ({ path }) => ({
        contents: applyChanges(
          await readFile(path, 'utf8'),
          changes.filter(({ file }) => path === join(SERVER, 'src', file)),
        ),
        loader: 'ts',
      }));
    },
  };
}

function applyChanges(source: string, changes: readonly Change[]): string {
  return changes.reduce((text, { file, from, to }) => {
    if (text.includes(from)) return text.replace(from, () => to);
    throw new Error(`server/src/${file} has changed: it no longer holds\n${from}`);
  }, source);
}
