import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { type Configuration, rspack } from '@rspack/core';

/** The folder of the package that is tested. */
export const OWN = fileURLToPath(new URL('../../packages/host-runtime', import.meta.url));

/** Runs a build, and throws what is wrong with it. */
export async function compile(config: Configuration): Promise<void> {
  const problems = await new Promise<string | undefined>((resolve, reject) => {
    rspack(config, (error, stats) => {
      if (error) reject(error);
      else resolve(stats?.hasErrors() ? stats.toString({ all: false, errors: true }) : undefined);
    });
  });
  if (problems !== undefined) throw new Error(problems);
}

/** Names the content of folders, to build anew only what has changed. */
export function digestOf(folders: string[], more: string): string {
  const hash = createHash('sha256').update(more);
  for (const folder of folders) {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || entry.name.includes('.test.')) continue;
      const path = join(entry.parentPath, entry.name);
      hash.update(path.slice(folder.length)).update(readFileSync(path));
    }
  }
  return hash.digest('hex').slice(0, 16);
}
