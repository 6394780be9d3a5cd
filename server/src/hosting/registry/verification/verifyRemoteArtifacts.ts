import { readFile } from 'node:fs/promises';

import {
  type ArtifactFile,
  LIMITS,
  PLATFORM_PLACEHOLDER,
  type Platform,
  type Registration,
} from '@host/contracts';

import { inspectArchive } from '../../archive/inspectArchive.ts';
import {
  checkFederationManifest,
  parseFederationManifest,
  sharedRanges,
} from '../../archive/readFederationManifest.ts';
import type { Platforms } from '../../records/versionRows.ts';
import { fetchArtifact } from './fetchArtifact.ts';
import { checkStatedDigests } from './statedDigests.ts';
import type { Verification, VerificationDeps } from './Verification.types.ts';

/** Verifies artifacts on an origin that the operator listed: they are fetched, checked like uploads, and not kept. */
export async function verifyRemoteArtifacts(
  { uploads }: VerificationDeps,
  registration: Registration,
): Promise<Verification> {
  const manifest = await fetchArtifact(
    uploads,
    registration.manifestUrl,
    LIMITS.federationManifestBytes,
    async ({ path }) => parseFederationManifest(await readFile(path)),
  );

  const platforms: Platforms = {};
  const newFileIndexes: Partial<Record<Platform, ArtifactFile[]>> = {};
  for (const platform of ['ios', 'android'] as const) {
    const url = registration.bundleZipUrl.replace(PLATFORM_PLACEHOLDER, platform);
    await fetchArtifact(uploads, url, LIMITS.archiveBytes, async ({ path, size, sha256 }) => {
      newFileIndexes[platform] = await inspectArchive(path);
      platforms[platform] = { url, size, sha256, filesKnown: true };
    });
  }
  checkFederationManifest(manifest, registration.appId, newFileIndexes);
  checkStatedDigests(registration, platforms);
  return { verified: true, platforms, shared: sharedRanges(manifest), newFileIndexes };
}
