import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

/** Unpacked bytes of a package: many times what ours have, and no more than a start can hold. */
const MAX_UNPACKED_BYTES = 256 * 1024 * 1024;
const BLOCK = 512;
const MANIFEST = 'package/package.json';

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

/** Reads the archive of a package: what its package.json says, and the digests that installing compares. */
export async function readTarball(content: Buffer): Promise<PackageTarball> {
  const tar = await promisify(gunzip)(content, { maxOutputLength: MAX_UNPACKED_BYTES });
  const text = findFile(tar, MANIFEST);
  if (text === undefined) throw new Error(`it has no ${MANIFEST}`);
  const manifest = JSON.parse(text.toString('utf8')) as PackageManifest;
  if (typeof manifest.name !== 'string' || typeof manifest.version !== 'string') {
    throw new TypeError(`its ${MANIFEST} has no name and version`);
  }
  return {
    manifest,
    content,
    integrity: `sha512-${createHash('sha512').update(content).digest('base64')}`,
    shasum: createHash('sha1').update(content).digest('hex'),
  };
}

/** A file of a tar: each is a header of one block, and its bytes in as many blocks as they need. */
function findFile(tar: Buffer, path: string): Buffer | undefined {
  for (let at = 0; at + BLOCK <= tar.length;) {
    const size = Number.parseInt(textAt(tar, at + 124, 12), 8) || 0;
    const start = at + BLOCK;
    if (textAt(tar, at, 100) === path) return tar.subarray(start, start + size);
    at = start + Math.ceil(size / BLOCK) * BLOCK;
  }
  return undefined;
}

function textAt(tar: Buffer, start: number, length: number): string {
  const field = tar.subarray(start, start + length);
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end < 0 ? length : end).trim();
}
