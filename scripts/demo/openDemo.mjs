import { existsSync } from 'node:fs';
import { readFile, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { DEMO_FILE, fillDemo } from './fillDemo.mjs';

const SEED = 7;
/** Environment variables that would point the demo at other data. */
const ELSEWHERE = ['DATABASE_URL', 'OBJECTS_URL', 'NATS_URL'];

/**
 * Returns the demo's folder: it is filled at the first start, by a server whose clock is in the past, and reused afterwards.
 * `isFresh` recreates it. Throws rather than touch a folder with other data in it.
 */
export async function openDemo({
  dataDir,
  serverFolder,
  baseUrl,
  isFresh,
  buildTools,
  signal,
  say,
  env,
}) {
  const set = ELSEWHERE.filter((name) => env[name]);
  if (set.length > 0) {
    throw new Error(
      `${set.join(', ')} leads to other data. Start the demo without: it has a folder of its own.`,
    );
  }
  const file = join(dataDir, DEMO_FILE);
  if (!existsSync(file) && (await hasFiles(dataDir))) {
    throw new Error(
      `${dataDir} has data that is not the demo’s. Name another folder with DATA_DIR, or none.`,
    );
  }
  if (isFresh || !existsSync(file)) {
    // Filled in a temporary folder and then renamed, so that an interrupted one is never used.
    const filling = `${dataDir}.filling`;
    await rm(filling, { recursive: true, force: true });
    say('demo: five weeks of a platform’s life are made, once');
    await buildTools();
    await fillDemo({
      dataDir: filling,
      serverFolder,
      baseUrl,
      seed: Number(env.DEMO_SEED || SEED),
      signal,
      say,
    });
    await rm(dataDir, { recursive: true, force: true });
    await rename(filling, dataDir);
    say('demo: everything is there');
  }
  return JSON.parse(await readFile(file, 'utf8'));
}

async function hasFiles(folder) {
  return existsSync(folder) && (await readdir(folder)).length > 0;
}
