import type { Registration } from '@host/contracts';

import { locateArtifacts } from './locateArtifacts.ts';
import type { Verification, VerificationDeps } from './Verification.types.ts';
import { verifyRemoteArtifacts } from './verifyRemoteArtifacts.ts';
import { verifyStoredArtifacts } from './verifyStoredArtifacts.ts';

/** Checks that the artifacts of a registration exist and are valid; never sends requests to unknown origins. */
export async function verifyArtifacts(
  deps: VerificationDeps,
  registration: Registration,
): Promise<Verification> {
  const place = locateArtifacts(registration, deps.addresses);
  if (place.kind === 'ours') return verifyStoredArtifacts(deps, registration);
  if (place.kind === 'trusted') return verifyRemoteArtifacts(deps, registration);
  return {
    verified: false,
    unverifiedReason: place.reason,
    platforms: {},
    shared: {},
    newFileIndexes: {},
  };
}
