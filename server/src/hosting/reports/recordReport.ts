import { createHmac } from 'node:crypto';

import type { ReportKind, VersionReport } from '@host/contracts';

import { neighbourhoodOf } from '../../http/address/neighbourhoodOf.ts';
import type { Database, Transaction } from '../../storage/database/Database.types.ts';
import { dayOf } from '../analytics/dayOf.ts';
import {
  type PeriodRow,
  addToPeriod,
  findPeriod,
  openPeriod,
  restartCounting,
} from '../records/periodRows.ts';
import { countAdoption } from './adoptionRows.ts';
import { crashPlace } from './crashPlace.ts';
import { countCrash } from './crashes/countCrash.ts';
import { addToDay } from './dayRows.ts';
import { keepFailure } from './failureRows.ts';
import type { InstallQuota } from './InstallQuota.ts';
import {
  countInstalls,
  findInstall,
  forgetSomeInstalls,
  insertInstall,
  markFailed,
} from './installRows.ts';
import { type PauseThreshold, hasFailedTooOften } from './PauseThreshold.ts';

/** The mini-app could not be used. */
const FAILED_START: ReadonlySet<ReportKind> = new Set(['crashed-on-start', 'hung']);
/** The mini-app was lost while or before it was used. */
const CRASHES: ReadonlySet<ReportKind> = new Set(['crashed-on-start', 'hung', 'crashed']);
/** Distinct installs of one network, so that nobody can fill the disk with made-up ones. */
const MAX_INSTALLS_PER_NETWORK = 200;

/** What counting reports depends on. */
export interface RecordReportDeps {
  db: Database;
  threshold: PauseThreshold;
  quota: InstallQuota;
  /** The key for digests of networks and installs; it is not in the database. */
  digestKey: Buffer;
}

/** A report, and where it came from. */
export interface ReceivedReport {
  appId: string;
  report: VersionReport;
  address: string;
  now: number;
}

/** Counts a report. True when the release has failed too often in this period. */
export function recordReport(
  deps: RecordReportDeps,
  { appId, report, address, now }: ReceivedReport,
): Promise<boolean> {
  const { db, threshold } = deps;
  const { version, kind, installId, durationMs } = report;
  return db.transaction(async (tx) => {
    const period = await currentPeriod(tx, appId, version, threshold, now);
    const failed = FAILED_START.has(kind);
    const day = dayOf(now);
    const { isNew, isKnown } = await countInstall(tx, period, { installId, address, failed }, deps);
    // Only stored installs count, whose number is limited: made-up ones have little effect.
    if ((isNew || isKnown) && kind !== 'load-failed') {
      const install = digestOf(deps.digestKey, [appId, day, installId]);
      await countAdoption(tx, { appId, day, install, version });
    }
    const loadMs = kind === 'loaded' ? durationMs : undefined;
    await addToDay(tx, { appId, version, day }, { kind, isNewInstall: isNew, loadMs });
    if (kind !== 'loaded') await keep(tx, deps, { appId, report, address, now }, isNew || isKnown);
    return failed && hasFailedTooOften((await findPeriod(tx, appId, version))!, threshold);
  });
}

/** Stores a failure of the version, and counts a crash at its location. */
async function keep(
  tx: Transaction,
  { quota, digestKey }: Pick<RecordReportDeps, 'quota' | 'digestKey'>,
  { appId, report, address, now }: ReceivedReport,
  isToldApart: boolean,
): Promise<void> {
  const { kind, version, installId } = report;
  const message = withoutNul(report.message ?? '');
  const stack = report.stack === undefined ? undefined : withoutNul(report.stack);
  const found = CRASHES.has(kind) ? crashPlace(message, stack) : undefined;
  await keepFailure(tx, appId, { report, message, stack, place: found?.place }, now);
  if (!found) return;
  const crash = { appId, ...found, kind, message, version, now };
  const install = isToldApart ? digestBytes(digestKey, [appId, 'crashes', installId]) : undefined;
  await countCrash(tx, crash, { install, address }, quota);
}

/**
 * Only recent reports count, so that a version that ran well for a month and has failed for an hour is paused. So a new
 * period begins every day, unless too few installs have reported yet to be significant.
 */
async function currentPeriod(
  tx: Transaction,
  appId: string,
  version: string,
  threshold: PauseThreshold,
  now: number,
): Promise<PeriodRow> {
  const period = await openPeriod(tx, appId, version, now);
  if (dayOf(period.started_at) === dayOf(now) || period.networks < threshold.installs) {
    return period;
  }
  await restartCounting(tx, appId, version, now);
  return openPeriod(tx, appId, version, now);
}

/** Counts an install once, and its first failure once. Returns whether it is new in this period, or known already. */
async function countInstall(
  tx: Transaction,
  period: PeriodRow,
  report: { installId: string; address: string; failed: boolean },
  { quota, digestKey }: Pick<RecordReportDeps, 'quota' | 'digestKey'>,
): Promise<{ isNew: boolean; isKnown: boolean }> {
  const { failed } = report;
  const digest = digestFor(period, digestKey);
  const install = digest(report.installId);
  const known = await findInstall(tx, period, install);
  if (known) {
    if (!failed || known.failed === 1) return { isNew: false, isKnown: true };
    await markFailed(tx, period, install);
    await addToPeriod(tx, period, {
      installs: 0,
      failed_installs: 1,
      networks: 0,
      failed_networks: known.is_voice,
    });
    return { isNew: false, isKnown: true };
  }
  const network = digest(neighbourhoodOf(report.address));
  const neighbours = await countInstalls(tx, period, network);
  if (neighbours >= MAX_INSTALLS_PER_NETWORK || !quota.hasRoomFor(report.address)) {
    return { isNew: false, isKnown: false };
  }
  const isVoice = neighbours === 0;
  await insertInstall(tx, period, { install, network, failed, isVoice });
  await addToPeriod(tx, period, {
    installs: 1,
    failed_installs: failed ? 1 : 0,
    networks: isVoice ? 1 : 0,
    failed_networks: isVoice && failed ? 1 : 0,
  });
  await forgetSomeInstalls(tx, period);
  return { isNew: true, isKnown: false };
}

// Installs and networks only have to be compared for equality, and only within a period, so digests are stored. There are so
// few addresses that anybody with a copy of the database could try them all: the digest is keyed, and the key is elsewhere.
function digestFor({ app_id, version, period }: PeriodRow, key: Buffer): (text: string) => string {
  return (text) => digestOf(key, [app_id, version, period, text]);
}

function digestOf(key: Buffer, parts: readonly (string | number)[]): string {
  return digestBytes(key, parts).toString('base64url').slice(0, 22);
}

function digestBytes(key: Buffer, parts: readonly (string | number)[]): Buffer {
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest();
}

// PostgreSQL cannot store NUL in text.
function withoutNul(text: string): string {
  return text.replaceAll('\0', '');
}
