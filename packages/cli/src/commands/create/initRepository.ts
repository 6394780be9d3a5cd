import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Makes a git repository of a folder, unless it is in one already; resolves to whether it did. */
export async function initRepository(folder: string): Promise<boolean> {
  const isInside = await run('git', ['rev-parse', '--is-inside-work-tree'], { cwd: folder }).then(
    () => true,
    () => false,
  );
  if (isInside) return false;
  // Without git on the machine, there is simply no repository.
  return run('git', ['init', '--quiet'], { cwd: folder }).then(
    () => true,
    () => false,
  );
}
