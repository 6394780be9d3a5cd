import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, gunzip, gzip } from 'node:zlib';

import { addFile, findFile } from './tarFiles.ts';

/** Unpacked bytes of a package: many times the size of ours, and little enough to fit in memory at startup. */
const MAX_UNPACKED_BYTES = 256 * 1024 * 1024;
/** How much of an archive is unpacked to find package.json, which comes first. */
const BEGINNING = 64 * 1024;
const MANIFEST = 'package/package.json';
/** The file from which a `create-…` package reads the registry that its projects install from. */
const REGISTRY_FILE = 'package/registry.json';

/** The parts of package.json that a registry reads. */
export interface PackageManifest {
  name: string;
  version: string;
  [field: string]: unknown;
}

/** An archive that `npm pack` makes, and what a registry says about it. */
export interface PackageTarball {
  manifest: PackageManifest;
  content: Buffer;
  /** As Subresource Integrity writes it. */
  integrity: string;
  /** The SHA-1, for old clients without support for `integrity`. */
  shasum: string;
}

/**
 * Reads the archive of a package: its package.json, and the digests that installing compares. A package that `npm create`
 * runs gets the address of the registry added, since package managers do not pass it on.
 */
export async function readTarball(packed: Buffer, registryUrl: string): Promise<PackageTarball> {
  const text =
    findFile(await unpackBeginning(packed), MANIFEST) ?? findFile(await unpack(packed), MANIFEST);
  if (text === undefined) throw new Error(`it has no ${MANIFEST}`);
  const manifest = JSON.parse(text.toString('utf8')) as PackageManifest;
  if (typeof manifest.name !== 'string' || typeof manifest.version !== 'string') {
    throw new TypeError(`its ${MANIFEST} has no name and version`);
  }
  const content = makesProjects(manifest.name)
    ? await withAddress(await unpack(packed), registryUrl)
    : packed;
  return {
    manifest,
    content,
    integrity: `sha512-${createHash('sha512').update(content).digest('base64')}`,
    shasum: createHash('sha1').update(content).digest('hex'),
  };
}

function unpack(packed: Buffer): Promise<Buffer> {
  return promisify(gunzip)(packed, { maxOutputLength: MAX_UNPACKED_BYTES });
}

/** Unpacks the beginning of a large archive: unpacking all of it for package.json would delay the startup. */
function unpackBeginning(packed: Buffer): Promise<Buffer> {
  return promisify(gunzip)(packed.subarray(0, BEGINNING), {
    finishFlush: constants.Z_SYNC_FLUSH,
    maxOutputLength: MAX_UNPACKED_BYTES,
  });
}

/** `npm create @host/miniapp` runs `@host/create-miniapp`. */
function makesProjects(name: string): boolean {
  return /^(?:@[^/]+\/)?create-/.test(name);
}

function withAddress(tar: Buffer, url: string): Promise<Buffer> {
  return promisify(gzip)(addFile(tar, REGISTRY_FILE, Buffer.from(JSON.stringify({ url }))));
}
