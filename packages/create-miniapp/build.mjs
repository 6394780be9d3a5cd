// Bundles the command's `create` and its templates, so that `npm create` only downloads one small archive, without engines and
// bundlers.
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { build } from 'esbuild';

const FOLDER = import.meta.dirname;

for (const name of ['dist', 'templates']) {
  await rm(join(FOLDER, name), { recursive: true, force: true });
}
await cp(join(FOLDER, '../cli/templates'), join(FOLDER, 'templates'), { recursive: true });
await build({
  entryPoints: [join(FOLDER, 'src/main.ts')],
  outdir: join(FOLDER, 'dist'),
  bundle: true,
  minify: true,
  legalComments: 'inline',
  platform: 'node',
  format: 'esm',
  target: 'node20',
  logLevel: 'warning',
  // Some bundled packages are CommonJS and call `require` for modules of Node.
  banner: {
    js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);",
  },
});
