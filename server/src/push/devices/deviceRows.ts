import type { Queries } from '../../storage/database/Database.types.ts';
import { type SqlList, listsOf } from '../../storage/database/listsOf.ts';
import { isOurToken, tokenKeyOf } from './deviceToken.ts';

export interface DeviceRow {
  id: number;
  token: string;
  platform: string;
  app: string | null;
  person_id: string | null;
  /** How a push service reaches it: a `DeviceAddress` as JSON. */
  address: string | null;
  quarantined: string | null;
  created_at: number;
  last_seen: number;
  position: number;
  owner_since: number;
  /** 0: it registered without an account and was never seen since. */
  has_come: number;
}

/** The columns of a DeviceRow, for SELECT and RETURNING. */
export const DEVICE_COLUMNS =
  'id, token, platform, app, person_id, upstream AS address, quarantined, created_at, last_seen, position, owner_since, has_come';

export function findDevice(db: Queries, token: string): Promise<DeviceRow | undefined> {
  return db.get<DeviceRow>(
    `SELECT ${DEVICE_COLUMNS} FROM devices WHERE token_key = ?`,
    tokenKeyOf(token),
  );
}

export function findDeviceById(db: Queries, id: number): Promise<DeviceRow | undefined> {
  return db.get<DeviceRow>(`SELECT ${DEVICE_COLUMNS} FROM devices WHERE id = ?`, id);
}

/** Some devices by their ids. */
export async function findDevicesById(db: Queries, ids: readonly number[]): Promise<DeviceRow[]> {
  const found: DeviceRow[] = [];
  for (const { marks, values } of listsOf(ids)) {
    const sql = `SELECT ${DEVICE_COLUMNS} FROM devices WHERE id IN ${marks}`;
    found.push(...(await db.all<DeviceRow>(sql, ...values)));
  }
  return found;
}

/**
 * The device that the key of a token opens: the one that has the token, or the one whose token was replaced by that of a
 * push service, since such a token has no key.
 */
export async function findDeviceOfKey(db: Queries, token: string): Promise<DeviceRow | undefined> {
  const device = await findDeviceByAnyToken(db, token);
  const isOpened = device && (device.token === token || !isOurToken(device.token));
  return isOpened ? device : undefined;
}

/** The device that has a token or had it before. */
export async function findDeviceByAnyToken(
  db: Queries,
  token: string,
): Promise<DeviceRow | undefined> {
  return (
    (await findDevice(db, token)) ??
    (await db.get<DeviceRow>(
      `SELECT ${DEVICE_COLUMNS} FROM devices WHERE id = (SELECT device_id FROM replaced_tokens WHERE token_key = ?)`,
      tokenKeyOf(token),
    ))
  );
}

/** Locks a device until the transaction ends, so that nobody else can change its owner. */
export function lockDevice(tx: Queries, id: number): Promise<DeviceRow | undefined> {
  // A no-op update is the row lock that both engines support, and it returns the row as it is once locked.
  return tx.get<DeviceRow>(
    `UPDATE devices SET position = position WHERE id = ? RETURNING ${DEVICE_COLUMNS}`,
    id,
  );
}

/** The devices of people, and the position since which each is theirs. */
export function devicesOfPeople(
  db: Queries,
  { marks, values }: SqlList<string>,
): Promise<(Pick<DeviceRow, 'id' | 'owner_since'> & { person_id: string })[]> {
  return db.all(
    `SELECT id, person_id, owner_since FROM devices WHERE person_id IN ${marks}`,
    ...values,
  );
}

/** Records that a device was seen: it does not expire, and its quarantine ends. */
export async function noteSeen(tx: Queries, id: number, now: number): Promise<void> {
  await tx.run('UPDATE devices SET last_seen = ?, quarantined = NULL WHERE id = ?', now, id);
}

/** Records that the device exists: a push service accepted a message for it. */
export async function confirmDevice(db: Queries, id: number): Promise<void> {
  await db.run('UPDATE devices SET has_come = 1 WHERE id = ? AND has_come = 0', id);
}

/** How many devices were never seen after they registered. */
export async function countStrangers(db: Queries): Promise<number> {
  const row = await db.get<{ count: number }>(
    'SELECT COUNT(*) AS count FROM devices WHERE has_come = 0',
  );
  return row!.count;
}

/** How many devices have no owner. */
export async function countAnonymous(db: Queries): Promise<number> {
  const row = await db.get<{ count: number }>(
    'SELECT COUNT(*) AS count FROM devices WHERE person_id IS NULL',
  );
  return row!.count;
}
