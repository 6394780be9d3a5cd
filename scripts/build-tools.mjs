import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

import { buildTransforms } from '../packages/bundler/build.mjs';
import { buildHost } from '../packages/headless-host/build.mjs';

/**
 * Packages that Node runs as they are, and what of them is started or imported: the bundler is imported by a config, the
 * command is started by a shell and starts processes that build.
 */
const TOOLS = {
  bundler: ['index'],
  'headless-host': ['index'],
  cli: ['index', 'main', 'watchPlatform'],
};
/** Our own packages without a build that Node could run. */
const BUNDLED_IN = new Set([
  '@host/contracts',
  '@host/contracts/messages',
  '@host/contracts/shared-modules',
  '@host/api-client',
]);

/**
 * Builds the tools to plain JavaScript. Our own packages are bundled in, so that one that is not built does not have to
 * be; those of others stay what was installed.
 */
export async function buildTools() {
  // It runs a host that is built for it; nothing happens when that is up to date.
  await buildHost();
  for (const [name, entries] of Object.entries(TOOLS)) {
    const folder = fileURLToPath(new URL(`../packages/${name}/`, import.meta.url));
    const entryPoints = entries.map((entry) => `${folder}src/${entry}.ts`);
    await rm(`${folder}dist`, { recursive: true, force: true });
    await build({
      entryPoints,
      outdir: `${folder}dist`,
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      logLevel: 'warning',
      plugins: [othersStayOutside],
    });
    if (name === 'bundler') await buildTransforms();
  }
}

const othersStayOutside = {
  name: 'others-stay-outside',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || BUNDLED_IN.has(path) ? undefined : { path, external: true },
    );
  },
};

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildTools();
