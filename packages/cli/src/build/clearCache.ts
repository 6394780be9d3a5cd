import { rm } from 'node:fs/promises';
import { join } from 'node:path';

/** What is said about the option in the help of every command that builds. */
export const CLEAR_OPTION = ['--clear', 'forget what earlier builds left in the cache'] as const;

/** Forgets everything that builds of a project have cached, where `--clear` asks for it. */
export async function clearCache(root: string, { clear }: { clear?: boolean }): Promise<void> {
  if (!clear) return;
  await rm(join(root, 'node_modules/.cache/miniapp'), { recursive: true, force: true });
}
