// Bundles the command, so that `npm create` only downloads one small archive.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import { build } from 'esbuild';

const FOLDER = import.meta.dirname;

await rm(join(FOLDER, 'dist'), { recursive: true, force: true });
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
