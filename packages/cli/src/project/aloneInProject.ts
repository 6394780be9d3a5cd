import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const POLL_MS = 200;
/** A process writes its id at once, so a file that stays empty is from one that died in between. */
const EMPTY_FOR_MS = 10_000;

/** Next to the cache and not in it, as `--clear` empties that. */
const LOCK = 'node_modules/.cache/miniapp-build.lock';

/**
 * Runs work while no other command builds in the same project: all builds go to `build/`, where one would delete what the
 * other is about to read. Waits for a command that is already running.
 * @param onWait is called once with the other process's id and the lock file
 */
export async function aloneInProject<Result>(
  root: string,
  onWait: (pid: number, lock: string) => void,
  work: () => Promise<Result>,
): Promise<Result> {
  // Not a project: the command itself reports what is missing.
  if (!existsSync(join(root, 'manifest.json'))) return work();
  const lock = join(root, LOCK);
  await mkdir(dirname(lock), { recursive: true });
  for (let isTold = false; !(await take(lock));) {
    const holder = await findHolder(lock);
    if (holder === undefined) {
      await rm(lock, { force: true });
      continue;
    }
    if (!isTold && holder > 0) {
      isTold = true;
      onWait(holder, lock);
    }
    await wait(POLL_MS);
  }
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}

async function take(lock: string): Promise<boolean> {
  try {
    await writeFile(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** The process that holds the lock; 0 while it has not written its id yet, undefined if it died without releasing the lock. */
async function findHolder(lock: string): Promise<number | undefined> {
  const pid = Number(await readFile(lock, 'utf8').catch(() => ''));
  if (pid > 0) return isRunning(pid) ? pid : undefined;
  const written = await stat(lock).catch(() => undefined);
  return written && Date.now() - written.mtimeMs > EMPTY_FOR_MS ? undefined : 0;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // The process exists, but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
