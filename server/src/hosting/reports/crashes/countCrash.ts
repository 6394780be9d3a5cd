import type { Transaction } from '../../../storage/database/Database.types.ts';
import type { InstallQuota } from '../InstallQuota.ts';
import { addToSketch } from '../installSketch.ts';
import { type CrashSeen, addCrash, findCrash, insertCrash, setSketch } from './crashRows.ts';

/**
 * Counts a crash at its location, and the affected install, if that is distinguished from others. New locations are
 * limited for each network, so that nobody can push out the real ones.
 */
export async function countCrash(
  tx: Transaction,
  crash: CrashSeen,
  { install, address }: { install: Buffer | undefined; address: string },
  quota: InstallQuota,
): Promise<void> {
  if (!(await findCrash(tx, crash.appId, crash.place))) {
    if (!quota.hasRoomForCrash(address, crash.message.length + crash.at.length)) return;
    await insertCrash(tx, crash);
  }
  const row = await addCrash(tx, crash);
  if (!row || install === undefined) return;
  const before = JSON.parse(row.sketch) as number[];
  const after = addToSketch(before, install);
  if (after !== before) await setSketch(tx, row, after);
}
