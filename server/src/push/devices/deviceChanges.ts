import type { Change, Transaction } from '../../storage/database/Database.types.ts';

/** Notifies every node that devices changed: their topics or person, or that they were added or removed. */
export const DEVICE_CHANGE = 'push-devices';

/** Notifies the node that a device is connected to of an acknowledgement by request: `<device>:<position>`. */
export const ACKNOWLEDGED = 'push-acknowledged';

/** Notifies the requesting node that such an acknowledgement is on disk: `<device>`. */
export const KEPT = 'push-kept';

/** Ids that fit into one notification. */
const MAX_AT_ONCE = 400;

export async function notifyDevices(tx: Transaction, ids: readonly number[]): Promise<void> {
  for (let start = 0; start < ids.length; start += MAX_AT_ONCE) {
    const key = ids.slice(start, start + MAX_AT_ONCE).join(',');
    await tx.notify({ topic: DEVICE_CHANGE, key });
  }
}

export function devicesIn({ key }: Change): number[] {
  return key.split(',').map(Number);
}
