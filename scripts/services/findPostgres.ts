import { execFile } from 'node:child_process';
import { access, constants, readdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

/** The oldest PostgreSQL that the server supports. */
export const OLDEST_POSTGRES = 15;

const DEBIAN_FOLDER = '/usr/lib/postgresql';
const PROGRAMS = ['initdb', 'postgres', 'pg_ctl'];

/** The bin folder of the newest usable PostgreSQL on this machine; undefined if there is none. */
export async function findPostgres(): Promise<string | undefined> {
  const found: { folder: string; version: number }[] = [];
  for (const folder of await candidateFolders()) {
    const version = await versionIn(folder);
    if (version !== undefined && version >= OLDEST_POSTGRES) found.push({ folder, version });
  }
  return found.toSorted((a, b) => b.version - a.version)[0]?.folder;
}

async function candidateFolders(): Promise<string[]> {
  const onPath = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  // Debian does not put the server's programs on the PATH.
  const versions = await readdir(DEBIAN_FOLDER).catch(() => []);
  return [...onPath, ...versions.map((version) => join(DEBIAN_FOLDER, version, 'bin'))];
}

async function versionIn(folder: string): Promise<number | undefined> {
  try {
    for (const program of PROGRAMS) await access(join(folder, program), constants.X_OK);
    const { stdout } = await promisify(execFile)(join(folder, 'postgres'), ['--version'], {
      timeout: 10_000,
    });
    return Number(/\(PostgreSQL\) (\d+)/.exec(stdout)?.[1]);
  } catch {
    return undefined;
  }
}
