import type { Queries, Transaction } from '../../storage/database/Database.types.ts';
import { listsOf } from '../../storage/database/listsOf.ts';
import { rowDeletion, rowLock } from '../../storage/database/rowUpdate.ts';
import { DEVICE_COLUMNS, type DeviceRow, findDevice } from '../devices/deviceRows.ts';
import { tokenKeyOf } from '../devices/deviceToken.ts';

// All statements that insert or delete a device, or change its owner or its token. They only change rows, so nothing but the
// operations in this folder may call them.

/** A device as its registration describes it. */
export interface NewDevice {
  token: string;
  platform: string;
  app: string | null;
  personId: string | null;
  /** How a push service reaches it, as JSON. */
  address: string | null;
  now: number;
  /** The position of the newest message: earlier ones are not for this device. */
  position: number;
  /** Whether the device is known to be real: a person signed in, or a code that was sent to the token came back. */
  hasCome: boolean;
}

/** Inserts a device; undefined if the token is known already. */
export async function insertDevice(tx: Queries, device: NewDevice): Promise<DeviceRow | undefined> {
  const added = await tx.run(
    `INSERT INTO devices (token_key, token, platform, app, person_id, owner_id, owner_since, upstream,
      created_at, last_seen, position, has_come) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (token_key) DO NOTHING`,
    tokenKeyOf(device.token),
    device.token,
    device.platform,
    device.app,
    device.personId,
    device.personId,
    device.position,
    device.address,
    device.now,
    device.now,
    device.position,
    device.hasCome ? 1 : 0,
  );
  return added === 0 ? undefined : findDevice(tx, device.token);
}

/** Updates the device with a token from its registration, its person included. */
export async function updateDevice(tx: Queries, device: NewDevice): Promise<DeviceRow> {
  const key = tokenKeyOf(device.token);
  if (device.personId !== null) await changeOwner(tx, key, device.personId, device.position);
  const row = await tx.get<DeviceRow>(
    `UPDATE devices SET platform = ?, app = COALESCE(?, app), person_id = ?, upstream = COALESCE(?, upstream),
      quarantined = NULL, last_seen = ?, has_come = CASE WHEN ? = 1 THEN 1 ELSE has_come END
      WHERE token_key = ? RETURNING ${DEVICE_COLUMNS}`,
    device.platform,
    device.app,
    device.personId,
    device.address,
    device.now,
    device.hasCome ? 1 : 0,
    key,
  );
  return row!;
}

// Somebody who signs out and in again gets what was sent meanwhile; for a new owner the device starts at this position.
async function changeOwner(tx: Queries, key: string, personId: string, position: number) {
  await tx.run(
    `UPDATE devices SET owner_since = CASE WHEN owner_id IS NULL THEN owner_since ELSE ? END, owner_id = ?
      WHERE token_key = ? AND (owner_id IS NULL OR owner_id <> ?)`,
    position,
    personId,
    key,
    personId,
  );
}

/** Gives a device another token. */
export async function changeToken(tx: Queries, id: number, token: string): Promise<void> {
  await tx.run(
    'UPDATE devices SET token = ?, token_key = ? WHERE id = ?',
    token,
    tokenKeyOf(token),
    id,
  );
}

const DELETE = rowDeletion('devices');

export function deleteDevices(tx: Transaction, ids: readonly number[]): Promise<void> {
  return tx.updateMany(
    DELETE,
    ids.map((id) => [id]),
  );
}

/** The devices that a person is signed in on. */
export function listDevicesOf(
  tx: Queries,
  personId: string,
): Promise<{ id: number; token_key: string }[]> {
  return tx.all('SELECT id, token_key FROM devices WHERE person_id = ? ORDER BY id', personId);
}

/** The devices that a person signed out of and that have had no other owner since. */
export async function listFormerDevicesOf(tx: Queries, personId: string): Promise<number[]> {
  const rows = await tx.all<{ id: number }>(
    'SELECT id FROM devices WHERE owner_id = ? AND (person_id IS NULL OR person_id <> ?)',
    personId,
    personId,
  );
  return rows.map(({ id }) => id);
}

/** Clears the former owner of devices that a person signed out of: their next owner gets nothing that was sent until now. */
export async function clearFormerOwner(
  tx: Queries,
  personId: string,
  position: number,
): Promise<void> {
  await tx.run(
    'UPDATE devices SET owner_id = NULL, owner_since = ? WHERE owner_id = ?',
    position,
    personId,
  );
}

const DEVICES = rowLock({ table: 'devices', key: ['id'] });

/** The people who own these devices; devices that have an owner are locked until the transaction ends. */
export async function lockOwners(tx: Transaction, ids: readonly number[]): Promise<string[]> {
  const owned = await ownersOf(tx, ids);
  // Always in the order of ids, so that two transactions never deadlock.
  await tx.lockMany(DEVICES, () => owned.map(({ id }) => [id]));
  const locked = await ownersOf(
    tx,
    owned.map(({ id }) => id),
  );
  return locked.map(({ person_id }) => person_id);
}

async function ownersOf(
  tx: Queries,
  ids: readonly number[],
): Promise<{ id: number; person_id: string }[]> {
  const found: { id: number; person_id: string }[] = [];
  for (const { marks, values } of listsOf(ids)) {
    found.push(
      ...(await tx.all<{ id: number; person_id: string }>(
        `SELECT id, person_id FROM devices WHERE id IN ${marks} AND person_id IS NOT NULL`,
        ...values,
      )),
    );
  }
  return found;
}
