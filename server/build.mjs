import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

import { buildNative } from './native/buildNative.mjs';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
// Tests set a folder of their own: they must not delete the `dist` of a running server.
const outdir = process.env.BUILD_FOLDER ?? at('dist');

// The server runs as plain JavaScript: our own packages are bundled, third-party ones stay installed.
await rm(outdir, { recursive: true, force: true });
await build({
  entryPoints: ['main', 'writerThread', 'sourceMapProcess'].map((name) => at(`src/${name}.ts`)),
  outdir,
  entryNames: '[name]',
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  sourcemap: true,
  logLevel: 'warning',
  plugins: [
    {
      name: 'others-stay-outside',
      setup(bundler) {
        bundler.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
          kind === 'entry-point' || path.startsWith('@host/')
            ? undefined
            : { path, external: true },
        );
      },
    },
  ],
});
// Optional: without a compiler, the server runs without native code.
await buildNative(outdir);
