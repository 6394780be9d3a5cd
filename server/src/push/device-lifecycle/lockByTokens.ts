import type { Queries } from '../../storage/database/Database.types.ts';
import { type DeviceRow, findDeviceByAnyToken, lockDevice } from '../devices/deviceRows.ts';
import { ConcurrentChange } from './ConcurrentChange.ts';

/** The devices of some tokens, locked until the transaction ends, so that their owners cannot change. */
export async function lockByTokens(
  tx: Queries,
  tokens: readonly (string | undefined)[],
): Promise<(DeviceRow | undefined)[]> {
  const found = await findAll(tx, tokens);
  const ids = [...new Set(found.flatMap((device) => device?.id ?? []))];
  // Always in the order of ids, so that two transactions never deadlock.
  for (const id of ids.toSorted((one, other) => one - other)) await lockDevice(tx, id);
  const locked = await findAll(tx, tokens);
  if (locked.some((device, index) => device?.id !== found[index]?.id)) throw new ConcurrentChange();
  return locked;
}

async function findAll(
  tx: Queries,
  tokens: readonly (string | undefined)[],
): Promise<(DeviceRow | undefined)[]> {
  const devices: (DeviceRow | undefined)[] = [];
  for (const token of tokens) {
    devices.push(token === undefined ? undefined : await findDeviceByAnyToken(tx, token));
  }
  return devices;
}
