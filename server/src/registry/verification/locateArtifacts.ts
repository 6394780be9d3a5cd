import { PLATFORM_PLACEHOLDER, type ProblemItem, type Registration } from '@host/contracts';

import { ApiError } from '../../ApiError.ts';

/** Where the artifacts of a registration lie, as its addresses say. */
export type ArtifactPlace =
  | { kind: 'ours' }
  /** An origin that the operator listed in CDN_ORIGINS. */
  | { kind: 'trusted' }
  | { kind: 'foreign'; reason: string };

const MANIFEST_PATH = /\/mini-apps\/([^/]+)\/([^/]+)\/mf-manifest\.json$/;
const BUNDLE_PATH = /\/mini-apps\/([^/]+)\/([^/]+)\/platform\.zip$/;

/** Says where artifacts lie without asking anybody, and refuses addresses that do not have the layout of the interface. */
export function locateArtifacts(
  registration: Registration,
  addresses: { cdnUrl: string; cdnOrigins: readonly string[] },
): ArtifactPlace {
  const { appId, version, manifestUrl, bundleZipUrl } = registration;
  const bundleUrl = bundleZipUrl.replace(PLATFORM_PLACEHOLDER, 'platform');
  const ours = [manifestUrl, bundleUrl].map((url) => url.startsWith(`${addresses.cdnUrl}/`));

  if (ours[0] || ours[1]) {
    const folder = `${addresses.cdnUrl}/mini-apps/${appId}/${version}`;
    refuse([
      wrong(manifestUrl, `${folder}/mf-manifest.json`, '/manifestUrl'),
      wrong(bundleZipUrl, `${folder}/${PLATFORM_PLACEHOLDER}.zip`, '/bundleZipUrl'),
    ]);
    return { kind: 'ours' };
  }

  refuse([
    wrongLayout(manifestUrl, MANIFEST_PATH, version, '/manifestUrl', 'mf-manifest.json'),
    wrongLayout(bundleUrl, BUNDLE_PATH, version, '/bundleZipUrl', `${PLATFORM_PLACEHOLDER}.zip`),
  ]);
  const origins = [...new Set([manifestUrl, bundleUrl].map((url) => new URL(url).origin))];
  const unknown = origins.filter((origin) => !addresses.cdnOrigins.includes(origin));
  if (unknown.length === 0) return { kind: 'trusted' };
  return {
    kind: 'foreign',
    reason: `${unknown.join(' and ')} is not in CDN_ORIGINS: the artifacts were not fetched`,
  };
}

function wrong(url: string, expected: string, pointer: string): ProblemItem | undefined {
  if (url === expected) return undefined;
  return { pointer, code: 'wrong_address', detail: `must be ${expected}` };
}

function wrongLayout(
  url: string,
  layout: RegExp,
  version: string,
  pointer: string,
  file: string,
): ProblemItem | undefined {
  if (layout.exec(new URL(url).pathname)?.[2] === version) return undefined;
  return {
    pointer,
    code: 'wrong_address',
    detail: `must end with /mini-apps/<mini_app_dir>/${version}/${file}`,
  };
}

function refuse(problems: (ProblemItem | undefined)[]): void {
  const errors = problems.filter((problem) => problem !== undefined);
  const [first] = errors;
  if (first) throw new ApiError('invalid-body', `${first.pointer}: ${first.detail}`, { errors });
}
