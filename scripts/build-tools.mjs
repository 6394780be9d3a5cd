import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

import { buildTransforms } from '../packages/bundler/build.mjs';
import { buildHost } from '../packages/headless-host/build.mjs';

/**
 * Packages that Node runs directly, with their entry points: the bundler is imported by config files, the CLI is started
 * from a shell and starts build processes.
 */
const TOOLS = {
  bundler: ['index'],
  'headless-host': ['index'],
  cli: ['index', 'main', 'watchPlatform'],
};
/** Our own packages that have no build output for Node. */
const BUNDLED_IN = new Set([
  '@host/contracts',
  '@host/contracts/messages',
  '@host/contracts/shared-modules',
  '@host/api-client',
]);

/**
 * Compiles the tools to plain JavaScript. Our own packages are bundled, so that they need not be built first; third-party
 * packages stay external.
 */
export async function buildTools() {
  // The headless host runs a host app that is built for it; this does nothing if that is up to date.
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
