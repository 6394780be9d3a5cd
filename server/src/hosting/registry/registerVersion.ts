import { PLATFORMS, type Platform, type Registration } from '@host/contracts';

import { ApiError } from '../../errors/ApiError.ts';
import type { Answer, Commit } from '../../operations/actions/AdminActions.ts';
import type { Caller } from '../../operations/identity/Caller.ts';
import type { Queries } from '../../storage/database/Database.types.ts';
import { deletePending } from '../artifacts/upload/pendingRows.ts';
import { versionLock } from '../records/artifactKeys.ts';
import { putFileIndex } from '../records/artifactRows.ts';
import { type HostApps, claimApp } from '../records/claimApp.ts';
import {
  type MiniProgramRow,
  findMiniProgram,
  upsertMiniProgram,
} from '../records/miniProgramRows.ts';
import { claimUsualPath } from '../records/pathRows.ts';
import { REGISTRY_TOPIC } from '../records/registryChanges.ts';
import { trustOf } from '../records/trustOf.ts';
import {
  type VersionRow,
  type Platforms,
  findVersion,
  insertVersion,
  registrationOf,
} from '../records/versionRows.ts';
import { withSignatures } from '../signatures/withSignatures.ts';
import { claimAppNames, refuseWrongName } from './names/claimNames.ts';
import { recordAnswer } from './recordAnswer.ts';
import type { VerificationDeps } from './verification/Verification.types.ts';
import { verifyArtifacts } from './verification/verifyArtifacts.ts';

/** Registers a version, idempotently: the same content again returns the same record, different content is refused. */
export function registerVersion(
  deps: VerificationDeps & HostApps,
  caller: Caller,
  registration: Registration,
  commit: Commit,
): Promise<Answer> {
  const { appId, version } = registration;
  return deps.db.withLock(versionLock(appId, version), async (lock) => {
    const existing = await findVersion(deps.db, appId, version);
    if (existing) return answerExisting(deps.db, existing, registration);

    await refuseWrongName(deps.db, registration);
    const { newFileIndexes, ...found } = await verifyArtifacts(deps, registration);
    return commit(async (tx) => {
      await lock.demand(tx);
      const now = Date.now();
      await claimApp({ tx, isHostApp: deps.isHostApp }, appId, caller);
      await claimAppNames(tx, registration);
      await upsertMiniProgram(tx, { appId, name: registration.name, version, now });
      await claimUsualPath(tx, appId);
      const platforms = await withSignatures(tx, registration, found.platforms, newFileIndexes);
      const artifacts = { ...found, platforms };
      if (!(await insertVersion(tx, registration, artifacts, now)))
        throw otherContent(registration);
      await deletePending(tx, appId, version);
      for (const [platform, files] of Object.entries(newFileIndexes)) {
        await putFileIndex(tx, { appId, version, platform: platform as Platform }, files);
      }
      await tx.notify({ topic: REGISTRY_TOPIC, key: appId });
      const row = await findVersion(tx, appId, version);
      const app = (await findMiniProgram(tx, appId))!;
      return {
        ...recordAnswer(201, row!, app),
        details: { verified: artifacts.verified, platforms: artifacts.platforms },
        consequences: lapsedBy(row!, app),
      };
    });
  });
}

/** The audit entry for a new version that does not match what its publisher was trusted with. */
function lapsedBy(row: VersionRow, app: MiniProgramRow): NonNullable<Answer['consequences']> {
  const { state, reason } = trustOf(row, app);
  if (state !== 'lapsed' || app.publisher_trust_state !== 'trusted') return [];
  const target = `${row.app_id}@${row.version}`;
  return [{ action: 'trust.lapse', target, details: { because: reason } }];
}

async function answerExisting(
  db: Queries,
  row: VersionRow,
  registration: Registration,
): Promise<Answer> {
  if (!isSameContent(row, registration)) throw otherContent(registration);
  return recordAnswer(200, row, (await findMiniProgram(db, row.app_id))!);
}

function isSameContent(row: VersionRow, { digests, ...sent }: Registration): boolean {
  const { digests: statedThen, ...kept } = registrationOf(row);
  const platforms = JSON.parse(row.platforms) as Platforms;
  const stated = Object.entries(digests ?? {}) as [Platform, string][];
  // For artifacts that were not fetched, only the stated digests are known.
  const known = (platform: Platform) => platforms[platform]?.sha256 ?? statedThen?.[platform];
  return (
    canonical(sent) === canonical(kept) &&
    stated.every(([platform, sha256]) => known(platform) === sha256)
  );
}

// The order of fields, permissions, translations and signatures has no meaning.
function canonical(registration: Omit<Registration, 'digests'>): string {
  const entries = Object.entries({
    ...registration,
    permissions: registration.permissions.toSorted(),
    translations: inOrder(registration.translations),
    signatures: PLATFORMS.map((platform) => {
      const { keyId, signature } = registration.signatures?.[platform] ?? {};
      return [keyId, signature];
    }),
  });
  return JSON.stringify(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function inOrder({ ...translations }: Registration['translations'] = {}): unknown {
  return Object.entries(translations)
    .map(([language, { name, description }]) => [language, name, description])
    .toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1));
}

function otherContent({ appId, version }: Registration): ApiError {
  return new ApiError('version-exists', `${appId}@${version} is registered with other content.`);
}
