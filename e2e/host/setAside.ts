import { access, mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Moves a folder away while a test needs its path; the returned function restores it, replacing what the test created. After
 * a killed test it restores the folder that this one had moved.
 */
export async function setAside(folder: string, keptAt: string): Promise<() => Promise<void>> {
  if ((await isThere(folder)) && !(await isThere(keptAt))) {
    await mkdir(dirname(keptAt), { recursive: true });
    await rename(folder, keptAt);
  }
  return async () => {
    await rm(folder, { recursive: true, force: true });
    if (await isThere(keptAt)) await rename(keptAt, folder);
  };
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
