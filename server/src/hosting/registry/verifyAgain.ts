import { PLATFORM_PLACEHOLDER, type Platform, type StatedDigests } from '@host/contracts';

import { ApiError } from '../../errors/ApiError.ts';
import type { Answer, Commit } from '../../operations/actions/AdminActions.ts';
import { versionLock } from '../records/artifactKeys.ts';
import { putFileIndex } from '../records/artifactRows.ts';
import { findMiniProgram } from '../records/miniProgramRows.ts';
import { type VersionRow, registrationOf, setArtifacts } from '../records/versionRows.ts';
import { withSignatures } from '../signatures/withSignatures.ts';
import { requireVersion, finishChange } from './changeVersion.ts';
import { recordAnswer } from './recordAnswer.ts';
import { checkStatedDigests } from './verification/statedDigests.ts';
import type { Verification, VerificationDeps } from './verification/Verification.types.ts';
import { verifyArtifacts } from './verification/verifyArtifacts.ts';

/** Retries the verification of a version whose artifacts could not be fetched, for example once their origin is listed. */
export function verifyAgain(
  deps: VerificationDeps,
  appId: string,
  version: string,
  commit: Commit,
): Promise<Answer> {
  return changeUnverified(deps, appId, version, commit, (row) =>
    verifyArtifacts(deps, registrationOf(row)),
  );
}

/** Stores digests that an admin vouches for: hosts verify what they fetch against them. */
export function stateDigests(
  deps: VerificationDeps,
  appId: string,
  version: string,
  digests: StatedDigests,
  commit: Commit,
): Promise<Answer> {
  return changeUnverified(deps, appId, version, commit, async (row) => {
    const registration = registrationOf(row);
    const stated = (platform: 'ios' | 'android') => ({
      url: registration.bundleZipUrl.replace(PLATFORM_PLACEHOLDER, platform),
      ...digests[platform],
      filesKnown: false,
    });
    const platforms = { ios: stated('ios'), android: stated('android') };
    checkStatedDigests(registration, platforms);
    return { verified: true, platforms, shared: {}, newFileIndexes: {} };
  });
}

function changeUnverified(
  deps: VerificationDeps,
  appId: string,
  version: string,
  commit: Commit,
  verify: (row: VersionRow) => Promise<Verification>,
): Promise<Answer> {
  return deps.db.withLock(versionLock(appId, version), async (lock) => {
    const row = await requireVersion(deps.db, appId, version);
    const app = (await findMiniProgram(deps.db, appId))!;
    if (row.verified === 1) return recordAnswer(200, row, app);

    const { newFileIndexes, ...found } = await verify(row);
    if (!found.verified) throw new ApiError('not-verified', `${found.unverifiedReason}.`);
    return commit(async (tx) => {
      await lock.demand(tx);
      const { platforms } = found;
      const signed = await withSignatures(tx, registrationOf(row), platforms, newFileIndexes);
      const artifacts = { ...found, platforms: signed };
      await setArtifacts(tx, row, artifacts, Date.now());
      for (const [platform, files] of Object.entries(newFileIndexes)) {
        await putFileIndex(tx, { appId, version, platform: platform as Platform }, files);
      }
      await finishChange(tx, appId);
      const changed = await requireVersion(tx, appId, version);
      return {
        ...recordAnswer(200, changed, app),
        details: { platforms: artifacts.platforms },
      };
    });
  });
}
