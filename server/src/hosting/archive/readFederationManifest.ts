import { join } from 'node:path/posix';

import {
  FederationManifest,
  LIMITS,
  PLATFORMS,
  containerName,
  type ArtifactFile,
  type Platform,
} from '@host/contracts';

import { ApiError } from '../../errors/ApiError.ts';
import { archiveError } from './zip/archiveError.ts';
import { printableName } from './zip/printableName.ts';

type Expose = FederationManifest['exposes'][number];

/** The manifest of an archive, at its root. */
export const FEDERATION_MANIFEST = 'mf-manifest.json';

const EXPOSED = './App';
const VERSION_SUFFIX = /^__\d[\w.-]*$/;
const PACKAGE_NAME = /^(@[^/]+\/)?[^/]+$/;
const ANY_VERSION = new Set([undefined, '', '*']);
/** The most packages for which a version may require a range of its hosts: each new kind of host is checked against all. */
const MAX_SHARED = 50;
/** The most characters of such a range: parsing takes time in proportion, and anyone who resolves the version causes it. */
const MAX_RANGE_LENGTH = 64;
/** The most characters of a package name, the same as npm's limit. */
const MAX_PACKAGE_LENGTH = 214;

/**
 * Refuses a manifest that is too large to parse: it is parsed as a whole, which blocks the event loop, and a small archive
 * may contain a very large file.
 */
export function requireReadable({ size }: Pick<ArtifactFile, 'size'>): void {
  const most = LIMITS.federationManifestBytes;
  if (size <= most) return;
  throw archiveError(
    'artifact-too-large',
    FEDERATION_MANIFEST,
    `has ${size} bytes; expected at most ${most}`,
  );
}

/** Reads `mf-manifest.json`; refuses what is not JSON or lacks a part that the platform relies on. */
export function parseFederationManifest(source: string | Buffer): FederationManifest {
  const result = FederationManifest.safeParse(parseJson(source));
  if (result.success) {
    checkShared(sharedRanges(result.data));
    return result.data;
  }

  const errors = result.error.issues.map((issue) => ({
    pointer: issue.path.map((part) => `/${String(part)}`).join(''),
    code: issue.code ?? 'invalid',
    detail: issue.message,
  }));
  const [first] = errors;
  throw new ApiError(
    'artifact-manifest-invalid',
    `mf-manifest.json does not fit at ${first?.pointer || '/'}: ${first?.detail}.`,
    { errors },
  );
}

/**
 * Checks that a manifest belongs to `appId`, exposes ./App, and names only files that are in the archives. A platform
 * that is built with other file names is checked with its own manifest.
 */
export function checkFederationManifest(
  manifest: FederationManifest,
  appId: string,
  filesByPlatform: Partial<Record<Platform, readonly ArtifactFile[]>>,
): void {
  checkNames(manifest, containerName(appId));

  const app = manifest.exposes.find((expose) => (expose.path ?? `./${expose.name}`) === EXPOSED);
  if (!app) {
    const exposed = manifest.exposes.map((expose) => printableName(expose.path ?? expose.name));
    throw new ApiError(
      'artifact-not-exposed',
      `mf-manifest.json exposes ${exposed.slice(0, 10).join(', ') || 'nothing'}; expected "${EXPOSED}" among it.`,
    );
  }

  const needed = [containerPath(manifest), ...assetsOf(app)];
  for (const platform of PLATFORMS) {
    const files = filesByPlatform[platform];
    if (files) checkPresence(needed, platform, files);
  }
}

/** The file in an archive that holds the federation container. */
export function containerPath({ metaData }: FederationManifest): string {
  const { path = '', name } = metaData.remoteEntry;
  return join(path, name);
}

/**
 * The version ranges that a mini-app needs of the packages it shares. Packages that take any version are left out, and so
 * are paths inside a package (`react/jsx-runtime`): they come with it.
 */
export function sharedRanges(manifest: FederationManifest): Record<string, string> {
  const ranges: [string, string][] = [];
  for (const { name, requiredVersion } of manifest.shared ?? []) {
    if (PACKAGE_NAME.test(name) && requiredVersion && !ANY_VERSION.has(requiredVersion.trim())) {
      ranges.push([name, requiredVersion]);
    }
  }
  return Object.fromEntries(ranges);
}

function parseJson(source: string | Buffer): unknown {
  try {
    const text =
      typeof source === 'string'
        ? source
        : new TextDecoder('utf-8', { fatal: true }).decode(source);
    return JSON.parse(text);
  } catch (cause) {
    throw new ApiError(
      'artifact-manifest-invalid',
      'mf-manifest.json is not JSON in UTF-8; expected the file that the build wrote.',
      { cause },
    );
  }
}

function checkShared(ranges: Record<string, string>): void {
  const refuse = (found: string, expected: string) => {
    const detail = `mf-manifest.json needs ${found} of its hosts; expected ${expected}.`;
    throw new ApiError('artifact-manifest-invalid', detail);
  };
  const packages = Object.entries(ranges);
  if (packages.length > MAX_SHARED) {
    refuse(`${packages.length} packages`, `at most ${MAX_SHARED}`);
  }
  for (const [name, range] of packages) {
    if (range.length <= MAX_RANGE_LENGTH && name.length <= MAX_PACKAGE_LENGTH) continue;
    refuse(
      `${printableName(name)} in a range of ${range.length} characters`,
      `a name of at most ${MAX_PACKAGE_LENGTH} and a range of at most ${MAX_RANGE_LENGTH}`,
    );
  }
}

function checkNames({ name, metaData }: FederationManifest, expected: string): void {
  const refuse = (field: string, found: string) => {
    throw new ApiError(
      'artifact-manifest-invalid',
      `mf-manifest.json has ${printableName(found)} as ${field}; expected "${expected}", the appId with underscores.`,
    );
  };
  if (name !== expected) refuse('name', name);
  if (metaData.name !== undefined && metaData.name !== expected) {
    refuse('metaData.name', metaData.name);
  }
  const { globalName } = metaData;
  if (globalName === undefined || globalName === expected) return;
  // A global of its own for every version lets two versions run side by side.
  if (globalName.startsWith(expected) && VERSION_SUFFIX.test(globalName.slice(expected.length))) {
    return;
  }
  refuse('metaData.globalName', globalName);
}

function assetsOf({ assets }: Expose): string[] {
  const lists = [assets?.js?.sync, assets?.js?.async, assets?.css?.sync, assets?.css?.async];
  return lists.flatMap((list) => list ?? []).map((asset) => join(asset));
}

function checkPresence(
  needed: readonly string[],
  platform: Platform,
  files: readonly ArtifactFile[],
): void {
  const present = new Set(files.map((file) => file.path));
  const missing = needed.find((path) => !present.has(path));
  if (missing === undefined) return;
  throw new ApiError(
    'artifact-container-missing',
    `${platform}.zip lacks ${printableName(missing)}, which mf-manifest.json names; expected it in the archive.`,
  );
}
