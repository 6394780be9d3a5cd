import { PLATFORM_PLACEHOLDER, type ProblemItem, type Registration } from '@host/contracts';

import { ApiError } from '../../../errors/ApiError.ts';

/** Where the artifacts of a registration are stored, going by its addresses. */
export type ArtifactPlace =
  | { kind: 'ours' }
  /** An origin that the operator listed in CDN_ORIGINS. */
  | { kind: 'trusted' }
  | { kind: 'foreign'; reason: string };

const LAYOUT = /\/mini-apps\/[^/]+\/([^/]+)\/([^/]+)$/;

/** Determines where artifacts are stored, without requests; refuses addresses that do not follow the documented layout. */
export function locateArtifacts(
  registration: Registration,
  addresses: { cdnUrl: string; cdnOrigins: readonly string[] },
): ArtifactPlace {
  const { appId, version, manifestUrl, bundleZipUrl } = registration;
  const isOurs = [manifestUrl, bundleZipUrl].some((url) => url.startsWith(`${addresses.cdnUrl}/`));
  if (isOurs) {
    const folder = `${addresses.cdnUrl}/mini-apps/${appId}/${version}`;
    refuse([
      wrong(manifestUrl, `${folder}/mf-manifest.json`, '/manifestUrl'),
      wrong(bundleZipUrl, `${folder}/${PLATFORM_PLACEHOLDER}.zip`, '/bundleZipUrl'),
    ]);
    return { kind: 'ours' };
  }

  // The URLs as they will be requested, which exposes a placeholder outside of the file name, for example in the host name.
  const bundles = {
    'ios.zip': bundleZipUrl.replace(PLATFORM_PLACEHOLDER, 'ios'),
    'android.zip': bundleZipUrl.replace(PLATFORM_PLACEHOLDER, 'android'),
  };
  const manifest = { 'mf-manifest.json': manifestUrl };
  refuse([
    wrongLayout(manifest, version, '/manifestUrl', 'mf-manifest.json'),
    wrongLayout(bundles, version, '/bundleZipUrl', `${PLATFORM_PLACEHOLDER}.zip`),
  ]);
  const urls = Object.values({ ...manifest, ...bundles });
  const origins = [...new Set(urls.map((url) => new URL(url).origin))];
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
  urls: Record<string, string>,
  version: string,
  pointer: string,
  file: string,
): ProblemItem | undefined {
  const fits = Object.entries(urls).every(([expectedFile, url]) => {
    const [, foundVersion, foundFile] = LAYOUT.exec(new URL(url).pathname) ?? [];
    return foundVersion === version && foundFile === expectedFile;
  });
  if (fits) return undefined;
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
