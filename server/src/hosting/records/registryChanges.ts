import type { Transaction } from '../../storage/database/Database.types.ts';

/** The notification topic for changes of a mini-app; the key is its appId. */
export const REGISTRY_TOPIC = 'registry';

/** Makes every node invalidate its cached state of mini-apps. */
export async function tellAll(tx: Transaction, appIds: readonly string[]): Promise<void> {
  for (const key of appIds) await tx.notify({ topic: REGISTRY_TOPIC, key });
}
