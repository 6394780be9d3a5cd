import type { Transaction } from '../../storage/database/Database.types.ts';

/** The topic that changes of a mini-app are told under; the key is its appId. */
export const REGISTRY_TOPIC = 'registry';

/** Has every node forget what it remembers of mini-apps. */
export async function tellAll(tx: Transaction, appIds: readonly string[]): Promise<void> {
  for (const key of appIds) await tx.notify({ topic: REGISTRY_TOPIC, key });
}
