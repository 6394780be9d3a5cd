import { type RollbackRequest, compareVersions } from '@host/contracts';

import { ApiError } from '../../errors/ApiError.ts';
import type { Answer } from '../../operations/actions/AdminActions.ts';
import { changeOf } from '../../operations/audit/changeOf.ts';
import type { Transaction } from '../../storage/database/Database.types.ts';
import { findMiniProgram } from '../records/miniProgramRows.ts';
import { type VersionRow, listReleased, listServed } from '../records/versionRows.ts';
import {
  type StepTaker,
  requireMiniProgram,
  requireVersion,
  finishChange,
  takeStep,
} from './changeVersion.ts';
import { recordAnswer } from './recordAnswer.ts';
import { BUCKETS } from './resolution/rolloutBucket.ts';

/**
 * Rolls everybody back to an older version. Newer released versions are paused and not withdrawn, so that a mistaken
 * roll-back can be undone.
 */
export async function rollBack(
  tx: Transaction,
  appId: string,
  { to, reason }: RollbackRequest,
  by: StepTaker,
): Promise<Answer> {
  const now = Date.now();
  await requireMiniProgram(tx, appId, now);
  const released = await listReleased(tx, appId);
  const before = await listServed(tx, appId);
  const target = to === undefined ? released[1] : await requireVersion(tx, appId, to);
  requireOlder(target, released[0], appId);

  const above = released.filter(({ version }) => compareVersions(version, target.version) > 0);
  for (const row of above) {
    await takeStep(
      tx,
      row,
      { to: 'paused', reason: reason ?? `rolled back to ${target.version}` },
      by,
      now,
    );
  }
  // Going back needs no approval: escaping from a bad version must always be possible. A version that only a share of
  // installs had does need one, since it would be new to the others.
  const isGoingBack = target.status !== 'registered' && target.percentage >= BUCKETS;
  const request = { percentage: 100 };
  await takeStep(tx, target, { to: 'released', request, isGoingBack }, by, now);
  await finishChange(tx, appId);

  const changed = await requireVersion(tx, appId, target.version);
  const answer = recordAnswer(200, changed, (await findMiniProgram(tx, appId))!);
  const paused = above.map(({ version }) => version);
  return {
    ...answer,
    body: { ...answer.body, paused },
    details: {
      to: target.version,
      paused,
      ...(reason && { reason }),
    },
    change: changeOf({ released: before }, { released: await listServed(tx, appId) }),
  };
}

function requireOlder(
  target: VersionRow | undefined,
  newest: VersionRow | undefined,
  appId: string,
): asserts target is VersionRow {
  if (target && newest && compareVersions(target.version, newest.version) < 0) return;
  throw new ApiError(
    'nothing-to-roll-back-to',
    target && newest
      ? `${target.version} is not below ${newest.version}, the newest released version of ${appId}.`
      : `${appId} has no released version below the newest released one.`,
  );
}
