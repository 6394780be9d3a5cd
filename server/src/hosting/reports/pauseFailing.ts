import { appendAudit } from '../../operations/audit/auditRows.ts';
import type { Database } from '../../storage/database/Database.types.ts';
import { findPeriod } from '../records/periodRows.ts';
import { findVersion } from '../records/versionRows.ts';
import { requireMiniProgram, finishChange, takeStep } from '../registry/changeVersion.ts';
import { type PauseThreshold, hasFailedTooOften } from './PauseThreshold.ts';

/** Not as an operator: whoever may release the mini-app can lift an automatic pause. */
const SERVER = { isOperator: false };

/**
 * Pauses a release that has failed too often, in a transaction of its own, which takes locks in the same order as a
 * release by an operator. It checks again, since an operator may have acted meanwhile.
 */
export async function pauseFailing(
  db: Database,
  failing: { appId: string; version: string; requestId: string; now: number },
  threshold: PauseThreshold,
): Promise<void> {
  const { appId, version, requestId, now } = failing;
  await db.transaction(async (tx) => {
    await requireMiniProgram(tx, appId, now);
    const row = await findVersion(tx, appId, version);
    const counts = await findPeriod(tx, appId, version);
    if (row?.status !== 'released' || !counts || !hasFailedTooOften(counts, threshold)) return;

    const pausedBecause = `It crashed or hung on start for ${counts.failed_installs} of ${counts.installs} installs.`;
    await takeStep(tx, row, { to: 'paused', reason: pausedBecause, pausedBecause }, SERVER, now);
    await finishChange(tx, appId);
    await appendAudit(tx, {
      at: now,
      actor: 'system',
      action: 'version.pause',
      target: `${appId}@${version}`,
      // Not the address of whoever happened to report last.
      address: '',
      requestId,
      details: {
        from: 'released',
        to: 'paused',
        reason: pausedBecause,
        installs: counts.installs,
        failedInstalls: counts.failed_installs,
        networks: counts.networks,
        failedNetworks: counts.failed_networks,
      },
    });
  });
}
