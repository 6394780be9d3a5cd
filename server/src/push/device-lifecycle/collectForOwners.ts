import type { Transaction } from '../../storage/database/Database.types.ts';
import { collectInboxes } from '../inbox/collectInboxes.ts';
import { lockOwners } from './ownershipRows.ts';

/**
 * Collects the inboxes of the people who own these devices. Has to be called in the same transaction before they lose a
 * device or one of its topics, so that everything that was sent until then is in their inboxes.
 * @param nextOwner a person whose inbox the same transaction locks later
 */
export async function collectForOwners(
  tx: Transaction,
  deviceIds: readonly number[],
  nextOwner: string | null = null,
): Promise<void> {
  const owners = await lockOwners(tx, deviceIds);
  if (nextOwner !== null) owners.push(nextOwner);
  if (owners.length > 0) await collectInboxes(tx, owners);
}
