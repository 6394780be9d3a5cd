import type { Transaction } from '../../storage/database/Database.types.ts';
import { listsOf } from '../../storage/database/listsOf.ts';

/** Tables with rows of a device that are not deleted by a cascade. */
const BY_DEVICE = [
  'push_deliveries',
  'push_openings',
  'push_held',
  'push_jobs',
  'push_answers',
  'push_dead_letters',
] as const;

/** Deletes the rows of devices that no cascade deletes. */
export async function deleteRowsOf(tx: Transaction, deviceIds: readonly number[]): Promise<void> {
  for (const { marks, values } of listsOf(deviceIds)) {
    for (const table of BY_DEVICE) {
      await tx.run(`DELETE FROM ${table} WHERE device_id IN ${marks}`, ...values);
    }
  }
}

/** Deletes the challenges that tokens have not answered. */
export async function deleteChallengesOf(
  tx: Transaction,
  tokenKeys: readonly string[],
): Promise<void> {
  for (const { marks, values } of listsOf(tokenKeys)) {
    await tx.run(`DELETE FROM device_challenges WHERE token_key IN ${marks}`, ...values);
  }
}
