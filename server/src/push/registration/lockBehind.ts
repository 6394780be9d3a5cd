import type { Queries } from '../../storage/database/Database.types.ts';
import { type DeviceRow, findDeviceBehind, lockDevice } from '../devices/deviceRows.ts';

/** What was looked at has changed meanwhile: nothing is done, and it can be tried again. */
export class Overtaken extends Error {}

/** The devices that tokens lead to, locked until the transaction ends: they stay whose they are. */
export async function lockBehind(
  tx: Queries,
  tokens: readonly (string | undefined)[],
): Promise<(DeviceRow | undefined)[]> {
  const found = await allBehind(tx, tokens);
  const ids = [...new Set(found.flatMap((device) => device?.id ?? []))];
  // In one order: those who do so never wait for each other.
  for (const id of ids.toSorted((one, other) => one - other)) await lockDevice(tx, id);
  const locked = await allBehind(tx, tokens);
  if (locked.some((device, index) => device?.id !== found[index]?.id)) throw new Overtaken();
  return locked;
}

async function allBehind(
  tx: Queries,
  tokens: readonly (string | undefined)[],
): Promise<(DeviceRow | undefined)[]> {
  const devices: (DeviceRow | undefined)[] = [];
  for (const token of tokens) {
    devices.push(token === undefined ? undefined : await findDeviceBehind(tx, token));
  }
  return devices;
}
