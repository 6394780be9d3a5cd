import { readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

import semver from 'semver';

import { type PackageTarball, readTarball } from './readTarball.ts';

/** One version of a package. */
export interface PackageVersion extends Omit<PackageTarball, 'content'> {
  bytes: number;
  /** The archive, or for a large one its file, which is read on demand. */
  content: Buffer | { file: string };
  /** When it was packed. */
  packedAt: Date;
}

/** Every version of every package, by name and then by version, the oldest first. */
export type Packages = ReadonlyMap<string, ReadonlyMap<string, PackageVersion>>;

/** Archives in the folder: enough for all our packages in a hundred versions each. */
const MAX_TARBALLS = 1500;

/** Larger archives stay on disk: native programs, of which a project installs only those for its system. */
const MAX_KEPT_BYTES = 4 * 1024 * 1024;

/**
 * Reads the archives of a folder. Most are a few hundred kilobytes and stay in memory. Requests look them up in a map and
 * not on the disk, which rules out path traversal.
 */
export async function readPackages(folder: string, registryUrl: string): Promise<Packages> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
  if (files.length > MAX_TARBALLS) {
    throw new Error(`${folder} has ${files.length} packages, and ${MAX_TARBALLS} are the most`);
  }
  const versions: PackageVersion[] = [];
  for (const file of files) {
    const path = join(folder, file);
    const { mtime: packedAt } = await stat(path);
    const tarball = await readTarball(await readFile(path), registryUrl).catch((error: Error) => {
      throw new Error(`${file} is no package: ${error.message}`);
    });
    const bytes = tarball.content.length;
    const content = bytes > MAX_KEPT_BYTES ? { file: path } : tarball.content;
    versions.push({ ...tarball, bytes, content, packedAt });
  }
  versions.sort((a, b) => semver.compare(a.manifest.version, b.manifest.version));

  const packages = new Map<string, Map<string, PackageVersion>>();
  for (const version of versions) {
    const { name } = version.manifest;
    const ofPackage = packages.get(name) ?? new Map<string, PackageVersion>();
    packages.set(name, ofPackage.set(version.manifest.version, version));
  }
  return packages;
}
