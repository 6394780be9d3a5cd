import { mkdir, rm, stat, utimes } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';

const STALE_MS = 10_000;

/** Runs a function under an inter-process lock: a folder, which only one process can create. */
export async function withLock(folder, run) {
  await mkdir(dirname(folder), { recursive: true });
  while (!(await take(folder))) await setTimeout(100);
  const alive = setInterval(
    () => void utimes(folder, new Date(), new Date()).catch(() => {}),
    STALE_MS / 5,
  );
  try {
    return await run();
  } finally {
    clearInterval(alive);
    await rm(folder, { recursive: true, force: true });
  }
}

async function take(folder) {
  try {
    await mkdir(folder);
    return true;
  } catch {
    // A process that was killed cannot release its lock, so an old one is stale.
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > STALE_MS) await rm(folder, { recursive: true, force: true });
    return false;
  }
}
