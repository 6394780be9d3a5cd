import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Builds the server as it is deployed, into a folder of its own from which it finds its packages. */
export async function buildForTests(): Promise<{ main: string; remove(): Promise<void> }> {
  const folder = at(`../../node_modules/.cache/test-${randomUUID()}`);
  await promisify(execFile)(process.execPath, [at('../../build.mjs')], {
    env: { ...process.env, BUILD_FOLDER: folder },
  });
  return { main: join(folder, 'main.js'), remove: () => rm(folder, { recursive: true }) };
}
