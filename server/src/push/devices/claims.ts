import type { Queries } from '../../storage/database/Database.types.ts';
import { type DeviceRow, findDeviceOfKey } from './deviceRows.ts';

/** The credentials of somebody who wants to change a device. Knowing its token is no proof: senders know it, too. */
export interface Claims {
  /** The person whose session they have. */
  personId: string | null;
  /** The tokens whose keys they hold. */
  keyTokens: ReadonlySet<string>;
  /** The code that was sent to the token that they register. */
  proof: string | undefined;
}

/** Whether a device is theirs: they hold a key that opens it, or have a session of its owner. */
export async function isTheirs(db: Queries, device: DeviceRow, by: Claims): Promise<boolean> {
  const isOfPerson = device.person_id !== null && device.person_id === by.personId;
  return isOfPerson || holdsKeyOf(db, device, by);
}

/** Whether they hold a key that opens a device. */
export async function holdsKeyOf(
  db: Queries,
  { id }: DeviceRow,
  { keyTokens }: Claims,
): Promise<boolean> {
  for (const token of keyTokens) {
    if ((await findDeviceOfKey(db, token))?.id === id) return true;
  }
  return false;
}
