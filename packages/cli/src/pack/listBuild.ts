import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { LIMITS, type Platform } from '@host/contracts';

import { CliError } from '../terminal/CliError.ts';

/** The files of a build: paths relative to its folder, with slashes, in a locale-independent order. */
export interface BuildFiles {
  /** The files for hosts. */
  published: string[];
  /** The files that only stack traces need. */
  maps: string[];
}

/** Lists the files of a build, without dot files and the federation plugin's statistics. */
export async function listBuild(buildDir: string, platform: Platform): Promise<BuildFiles> {
  const all = (await walk(buildDir, '')).toSorted(byCodeUnits);
  const isMap = (path: string) => path.endsWith('.map');
  const published = all.filter((path) => !isMap(path) && path !== 'mf-stats.json');
  if (!published.includes('mf-manifest.json')) {
    throw new CliError(
      `${buildDir} holds no build for ${platform}: there is no mf-manifest.json in it.`,
      `Build the mini-app for ${platform} first.`,
      { code: 'not-built' },
    );
  }
  await refuseTooMuch(buildDir, published);
  return { published, maps: all.filter(isMap) };
}

async function refuseTooMuch(buildDir: string, paths: readonly string[]): Promise<void> {
  const { archiveFiles, unpackedBytes } = LIMITS;
  const stats = await Promise.all(paths.map((path) => stat(join(buildDir, path))));
  const bytes = stats.reduce((sum, { size }) => sum + size, 0);
  if (paths.length <= archiveFiles && bytes <= unpackedBytes) return;
  throw new CliError(
    `${buildDir} holds ${paths.length} files with ${bytes} bytes; an archive may hold ${archiveFiles} with ${unpackedBytes}.`,
    'Check what the build copies there; load large files from your own back end.',
    { code: 'archive-too-large' },
  );
}

async function walk(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT' || folder !== '') throw error;
      return [];
    },
  );
  const paths: string[] = [];
  for (const entry of entries) {
    if (entry.name.startsWith('.')) continue;
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) paths.push(...(await walk(root, path)));
    else if (entry.isFile()) paths.push(path);
    else throw notAFile(join(root, path));
  }
  return paths;
}

function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : 1;
}

function notAFile(path: string): CliError {
  return new CliError(
    `${path} is a link or a special file; an archive holds regular files only.`,
    'Let the build copy the file itself there.',
    { code: 'not-a-file' },
  );
}
