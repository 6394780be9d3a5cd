import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, gunzip, gzip } from 'node:zlib';

import { addFile, findFile } from './tarFiles.ts';

/** Unpacked bytes of a package: many times what ours have, and no more than a start can hold. */
const MAX_UNPACKED_BYTES = 256 * 1024 * 1024;
/** Enough of an archive to find package.json in, where it comes first. */
const BEGINNING = 64 * 1024;
const MANIFEST = 'package/package.json';
/** Where a package that makes projects finds the address that they are to install from. */
const REGISTRY_FILE = 'package/registry.json';

/** What package.json says, as far as a registry looks at it. */
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
  /** What clients from before integrity compare. */
  shasum: string;
}

/**
 * Reads the archive of a package: what its package.json says, and the digests that installing compares. One that
 * `npm create` runs is given the address of the registry: package managers tell it to nobody whom they start.
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

/** What large archives begin with: unpacking whole programs for a few lines would hold up a start. */
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
