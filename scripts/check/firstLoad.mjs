import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/**
 * The gzipped size of the files that the page of a built web app loads initially, before the first screen can be shown. The
 * prefix is the path that it is served under, for example `/app/`.
 */
export async function firstLoad(folder, prefix, kinds) {
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  const named = new RegExp(`(?:src|href)="${prefix}(assets/[^"]+\\.(?:${kinds.join('|')}))"`, 'g');
  const files = [...page.matchAll(named)].map(([, path]) => path);
  if (files.length === 0) throw new Error(`The page in ${folder} names no script.`);
  const sizes = await Promise.all(
    files.map(async (path) => gzipSync(await readFile(join(folder, path)), { level: 9 }).length),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
