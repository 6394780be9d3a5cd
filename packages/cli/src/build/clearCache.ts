import { rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The `--clear` option of every command that builds, with its help text. */
export const CLEAR_OPTION = ['--clear', 'forget what earlier builds left in the cache'] as const;

/** Deletes the build cache of a project, if `--clear` was given. */
export async function clearCache(root: string, { clear }: { clear?: boolean }): Promise<void> {
  if (!clear) return;
  await rm(join(root, 'node_modules/.cache/miniapp'), { recursive: true, force: true });
}
