import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

import { listFiles } from '../project/listFiles.ts';

/** A file of a build. */
export interface BuiltFile {
  path: string;
  size: number;
  gzip: number;
}

const compress = promisify(gzip);

/** The files of a build with their sizes, the largest first. Source maps are not published. */
export async function measureBuild(dir: string): Promise<BuiltFile[]> {
  const paths = (await listFiles(dir)).filter((path) => !path.endsWith('.map'));
  const files = await Promise.all(
    paths.map(async (path) => {
      const content = await readFile(join(dir, path));
      const { length } = await compress(content, { level: 9 });
      return { path, size: content.length, gzip: length };
    }),
  );
  return files.toSorted((a, b) => b.size - a.size || (a.path < b.path ? -1 : 1));
}
