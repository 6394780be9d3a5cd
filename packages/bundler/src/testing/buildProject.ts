import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';

import { rspack } from '@rspack/core';

import { defineMiniApp } from '../defineMiniApp.ts';

/** Builds a project for a platform without a cache, and returns the written files: name to content. */
export async function buildProject(root: string, platform: string): Promise<Map<string, Buffer>> {
  const config = { ...defineMiniApp({ root })({ platform }), cache: false as const };
  await new Promise<void>((resolve, reject) => {
    rspack(config, (error, stats) => {
      if (error) return reject(error);
      if (stats?.hasErrors()) return reject(new Error(stats.toString({ preset: 'errors-only' })));
      resolve();
    });
  });
  const folder = join(root, 'build', platform);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted();
  const files = await Promise.all(names.map((name) => readFile(join(folder, name))));
  return new Map(names.map((name, index) => [name, files[index]!]));
}

/** The digests of all files, to compare two builds by. */
export function digestsOf(files: Map<string, Buffer>): Record<string, string> {
  return Object.fromEntries(
    [...files].map(([name, content]) => [name, createHash('sha256').update(content).digest('hex')]),
  );
}
