import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll } from 'vitest';

const made: string[] = [];

// A test file that imports this cleans up after itself.
afterAll(async () => {
  await Promise.all(made.map((folder) => rm(folder, { recursive: true, force: true })));
});

/** Creates a folder that is deleted after the tests of this file. */
export async function temporaryFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), `miniapp-${name}-`));
  made.push(folder);
  return folder;
}
