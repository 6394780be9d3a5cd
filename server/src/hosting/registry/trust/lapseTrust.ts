import type { Answer } from '../../../operations/actions/AdminActions.ts';
import { listAppsOf } from '../../../operations/identity/ownerRows.ts';
import type { Transaction } from '../../../storage/database/Database.types.ts';
import { lockMiniProgram } from '../../records/miniProgramRows.ts';
import { lockPublisherOf } from '../../records/publisherRows.ts';
import { tellAll } from '../../records/registryChanges.ts';
import { lapsePublisherTrust, lapseVersionTrust } from './trustRows.ts';

/**
 * Ends the trust in a mini-app's versions and in its publisher, because the signing keys changed. Returns entries for the
 * audit log.
 */
export async function lapseTrust(
  tx: Transaction,
  appId: string,
  because: string,
  actor: string,
): Promise<NonNullable<Answer['consequences']>> {
  const at = Date.now();
  // Granting trust takes the same locks: it either precedes the change and lapses, or sees the change.
  await lockMiniProgram(tx, appId, at);
  await lockPublisherOf(tx, appId, at);
  const lapse = { reason: because, actor, at };
  const versions = await lapseVersionTrust(tx, appId, lapse);
  const publisher = await lapsePublisherTrust(tx, appId, lapse);
  const told = publisher === undefined ? [appId] : await listAppsOf(tx, publisher);
  await tellAll(tx, told);
  const entry = (target: string) => ({ action: 'trust.lapse', target, details: { because } });
  return [
    ...versions.map((version) => entry(`${appId}@${version}`)),
    ...(publisher === undefined ? [] : [entry(`publisher/${publisher}`)]),
  ];
}
