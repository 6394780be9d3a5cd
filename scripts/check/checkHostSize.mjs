import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { WEB_FOLDER, buildHostApp } from '../../apps/host/build-steps/build.mjs';

const LIMIT = 250_000;

/** Measures the scripts that the host's page names: what everybody waits for before the first screen. */
export async function checkHostSize() {
  await buildHostApp('web');
  const page = await readFile(join(WEB_FOLDER, 'index.html'), 'utf8');
  const scripts = [...page.matchAll(/src="\/app\/(assets\/[^"]+\.js)"/g)].map(([, path]) => path);
  if (scripts.length === 0) throw new Error('The page of the host names no script.');
  const sizes = await Promise.all(
    scripts.map(async (path) => {
      const content = await readFile(join(WEB_FOLDER, path));
      return gzipSync(content, { level: 9 }).length;
    }),
  );
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  const figure = `the host's first screen: ${bytes} bytes of at most ${LIMIT}`;
  if (bytes > LIMIT) throw new Error(`${figure}. Import later what it does not need: see src/app.`);
  return figure;
}
