import type { Registration, ReleaseRequest, VersionStatus } from '@host/contracts';

import { ApiError } from '../../errors/ApiError.ts';
import type { Answer } from '../../operations/actions/AdminActions.ts';
import { changeOf } from '../../operations/audit/changeOf.ts';
import type { Caller } from '../../operations/identity/Caller.ts';
import type { Queries, Transaction } from '../../storage/database/Database.types.ts';
import { requireApproved } from '../records/requireApproved.ts';
import { findMiniProgram, lockMiniProgram, setListed } from '../records/miniProgramRows.ts';
import { restartCounting } from '../records/periodRows.ts';
import { REGISTRY_TOPIC } from '../records/registryChanges.ts';
import {
  type VersionRow,
  findVersion,
  listReleased,
  registrationOf,
  setStatus,
} from '../records/versionRows.ts';
import { requireSigned } from '../signatures/requireSigned.ts';
import { recordAnswer } from './recordAnswer.ts';
import { BUCKETS } from './resolution/rolloutBucket.ts';

/** A transition in the lifecycle of a version. */
export type VersionStep =
  | {
      to: 'released';
      request: ReleaseRequest;
      /** A roll-back to a version that everybody had before. */
      isGoingBack?: boolean;
    }
  | { to: 'paused' | 'withdrawn'; reason: string | undefined; pausedBecause?: string };

/** The states from which a version can enter another one: `withdrawn` is final. */
const COMES_FROM: Record<VersionStep['to'], readonly VersionStatus[]> = {
  released: ['registered', 'paused', 'released'],
  paused: ['released'],
  withdrawn: ['registered', 'released', 'paused'],
};

/** Who performs a transition: what an operator paused, only an operator can release again. */
export type StepTaker = Pick<Caller, 'isOperator'>;

/** Releases, pauses or withdraws a version. */
export async function changeVersion(
  tx: Transaction,
  appId: string,
  version: string,
  step: VersionStep,
  by: StepTaker,
): Promise<Answer> {
  const now = Date.now();
  await requireMiniProgram(tx, appId, now);
  const row = await requireVersion(tx, appId, version);
  if (step.to === 'released') refuseUnseen(row, step.request.from);
  await takeStep(tx, row, step, by, now);
  await finishChange(tx, appId);
  const changed = await requireVersion(tx, appId, version);
  return {
    ...recordAnswer(200, changed, (await findMiniProgram(tx, appId))!),
    details: {
      from: row.status,
      to: changed.status,
      percentage: changed.percentage / 100,
      cohorts: JSON.parse(changed.cohorts) as string[],
      ...(step.to !== 'released' && step.reason && { reason: step.reason }),
    },
    change: changeOf(stateOf(row), stateOf(changed)),
  };
}

/** Optimistic concurrency: refuses a release if its `from` does not match the current state. */
export function refuseUnseen(row: VersionRow, seen: ReleaseRequest['from']): void {
  if (!seen) return;
  const { status, percentage, cohorts } = row;
  const isSame =
    seen.status === status &&
    Math.round(seen.percentage * 100) === percentage &&
    JSON.stringify(seen.cohorts) === cohorts;
  if (isSame) return;
  throw new ApiError(
    'release-conflict',
    `${row.app_id}@${row.version} is ${status} now, for ${percentage / 100} %.`,
  );
}

/** The part of a version's state that a transition can change. */
function stateOf(row: VersionRow): object {
  return {
    status: row.status,
    percentage: row.percentage / 100,
    cohorts: JSON.parse(row.cohorts) as string[],
    ...(row.paused_because !== null && { pausedBecause: row.paused_because }),
  };
}

/** Throws if the current state of a version does not allow a transition. */
export function requireStep(row: VersionRow, step: VersionStep, { isOperator }: StepTaker): void {
  const isOperators = row.status === 'paused' && row.paused_by_operator === 1;
  if (isOperators && step.to === 'released' && !isOperator) {
    throw new ApiError('operator-needed', `An operator paused ${row.app_id}@${row.version}.`);
  }
  // An operator may take over a publisher's pause, or a publisher who pauses first could release again at any time.
  const takesOver = step.to === 'paused' && row.status === 'paused' && isOperator && !isOperators;
  if (!takesOver && !COMES_FROM[step.to].includes(row.status)) {
    throw new ApiError(
      'invalid-transition',
      `${row.app_id}@${row.version} is ${row.status} and cannot become ${step.to}.`,
    );
  }
  if (step.to === 'released' && row.verified !== 1) {
    throw new ApiError(
      'not-verified',
      `${row.app_id}@${row.version} cannot be released: ${row.unverified_reason}.`,
    );
  }
}

/** Performs one transition; throws if the version's state does not allow it. */
export async function takeStep(
  tx: Transaction,
  row: VersionRow,
  step: VersionStep,
  by: StepTaker,
  now: number,
): Promise<void> {
  requireStep(row, step, by);
  const cohorts = JSON.parse(row.cohorts) as string[];
  if (step.to !== 'released') {
    const { percentage } = row;
    const { to: status, reason, pausedBecause } = step;
    const pausedByOperator = status === 'paused' && by.isOperator;
    return setStatus(
      tx,
      row,
      { status, reason, pausedBecause, pausedByOperator, percentage, cohorts },
      now,
    );
  }
  await requireSigned(tx, row);
  const { request } = step;
  if (!step.isGoingBack) await requireApproved(tx, row, request);
  // Otherwise the first report after the release would pause it again, because of reports from before.
  if (row.status === 'paused') await restartCounting(tx, row.app_id, row.version, now);
  await setStatus(
    tx,
    row,
    {
      status: 'released',
      ...shareOf(row, request),
    },
    now,
  );
}

/** Who gets a version by a release: fields that it omits keep their value; the default is everybody. */
export function shareOf(
  row: VersionRow,
  { percentage, cohorts }: Pick<ReleaseRequest, 'percentage' | 'cohorts'>,
): { percentage: number; cohorts: string[] } {
  const before = row.status === 'registered' ? BUCKETS : row.percentage;
  return {
    percentage: percentage === undefined ? before : Math.round(percentage * 100),
    cohorts: cohorts ?? (JSON.parse(row.cohorts) as string[]),
  };
}

/** Updates the catalog and notifies every node, in the transaction of the change. */
export async function finishChange(tx: Transaction, appId: string): Promise<void> {
  const [newest] = await listReleased(tx, appId);
  await setListed(tx, appId, newest && listedAs(registrationOf(newest)));
  await tx.notify({ topic: REGISTRY_TOPIC, key: appId });
}

function listedAs({ name, translations = {} }: Registration) {
  const names = Object.values(translations).flatMap((each) => each.name?.toLowerCase() ?? []);
  return { name: name.toLowerCase(), translatedNames: [...new Set(names)] };
}

/** Locks a mini-app until the transaction ends; throws if it does not exist. */
export async function requireMiniProgram(
  tx: Transaction,
  appId: string,
  now: number,
): Promise<void> {
  if (await lockMiniProgram(tx, appId, now)) return;
  throw new ApiError('mini-program-not-found', `${appId} is not registered.`);
}

export async function requireVersion(
  db: Queries,
  appId: string,
  version: string,
): Promise<VersionRow> {
  const row = await findVersion(db, appId, version);
  if (row) return row;
  throw new ApiError('version-not-found', `${appId}@${version} is not registered.`);
}
