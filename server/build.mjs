import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

// The server runs as plain JavaScript: our own packages are bundled in, those of others stay what was installed.
await rm(at('dist'), { recursive: true, force: true });
await build({
  entryPoints: [at('src/main.ts'), at('src/storage/database/sqlite/sqliteWriterThread.ts')],
  outdir: at('dist'),
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
      setup({ onResolve }) {
        onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
          kind === 'entry-point' || path.startsWith('@host/') ? undefined : { path, external: true },
        );
      },
    },
  ],
});
