// Bundles the command: whoever runs `npm create` waits for one small archive.
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
  // Some of what is bundled is CommonJS, and asks for modules of Node.
  banner: {
    js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);",
  },
});
