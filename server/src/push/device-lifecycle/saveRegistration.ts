import type { Transaction } from '../../storage/database/Database.types.ts';
import { type Claims, holdsKeyOf } from '../devices/claims.ts';
import { notifyDevices } from '../devices/deviceChanges.ts';
import type { DeviceRow } from '../devices/deviceRows.ts';
import { forgetReplaced } from '../devices/replacedTokenRows.ts';
import { ConcurrentChange } from './ConcurrentChange.ts';
import { expireBeyondLimit } from './expireDevices.ts';
import { handOver } from './handOver.ts';
import { type NewDevice, insertDevice } from './ownershipRows.ts';
import { replaceToken } from './replaceToken.ts';

/** A registration whose proof was checked: see `registerDevice`. */
interface ProvenRegistration {
  device: NewDevice;
  /** The device that has the token already, locked. */
  existing: DeviceRow | undefined;
  previousToken: string | undefined;
  by: Claims;
  /** Whether a code was the only proof that the token is theirs. */
  isByCode: boolean;
}

/**
 * Inserts a device, hands over the existing one, or replaces the token of another one. Returns the device as it is then, and
 * whether it had another token before.
 */
export async function saveRegistration(
  tx: Transaction,
  { device, existing, previousToken, by, isByCode }: ProvenRegistration,
): Promise<{ row: DeviceRow; hadToken: boolean }> {
  const own = existing ?? (await insertDevice(tx, device));
  // Somebody else has just registered the token: the proof has to be checked again.
  if (!own) throw new ConcurrentChange();
  const replaced =
    previousToken === undefined ? undefined : await replaceToken(tx, previousToken, own, device);
  let row = own;
  if (existing || replaced) {
    const before = replaced ?? own;
    const changesHands = before.person_id !== device.personId || isByCode;
    const keepsKeys = !changesHands || (await holdsKeyOf(tx, before, by));
    row = await handOver(tx, before, device, keepsKeys);
  }
  await forgetReplaced(tx, device.token);
  if (device.personId !== null) await expireBeyondLimit(tx, device.personId);
  await notifyDevices(tx, [row.id]);
  return { row, hadToken: replaced !== undefined };
}
