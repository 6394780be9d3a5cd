import type { Answer } from '../../../operations/actions/AdminActions.ts';
import { changeOf } from '../../../operations/audit/changeOf.ts';
import { listAppsOf } from '../../../operations/identity/ownerRows.ts';
import type { Transaction } from '../../../storage/database/Database.types.ts';
import { requirePublisher, lockOrRefuse } from '../../records/requirePublisher.ts';
import { listActiveKeys } from '../../records/keyRows.ts';
import { toPublisher } from '../../records/publisherRows.ts';
import { tellAll } from '../../records/registryChanges.ts';
import { listUsable, registrationOf } from '../../records/versionRows.ts';
import { forgetReviewed, putPublisherTrust, putReviewed } from './trustRows.ts';

/**
 * A trust decision about a publisher. It covers the publisher's current mini-apps as they are now: their permissions
 * and signing keys are recorded, and later versions are compared with them.
 */
export async function changePublisherTrust(
  tx: Transaction,
  publisherId: string,
  decision: { state: 'trusted' | 'taken'; reason: string | undefined; actor: string },
): Promise<Answer> {
  await lockOrRefuse(tx, publisherId);
  const before = toPublisher(await requirePublisher(tx, publisherId));
  const apps = await listAppsOf(tx, publisherId);
  const trusted: Record<string, string[]> = {};
  for (const appId of apps) {
    await forgetReviewed(tx, appId);
    const versions = decision.state === 'trusted' ? await listUsable(tx, appId) : [];
    if (versions.length === 0) continue;
    const permissions = [...new Set(versions.flatMap((row) => registrationOf(row).permissions))];
    trusted[appId] = permissions;
    await putReviewed(tx, publisherId, appId, permissions, await listActiveKeys(tx, appId));
  }
  const { state, actor, reason = null } = decision;
  await putPublisherTrust(tx, publisherId, { state, reason, actor, at: Date.now() });
  await tellAll(tx, apps);
  const body = toPublisher(await requirePublisher(tx, publisherId));
  return {
    status: 200,
    body,
    change: changeOf(before, body),
    details: { ...(state === 'trusted' && { trusted }), ...(reason !== null && { reason }) },
  };
}
