import { MAX_REPLACED_TOKENS } from '../../operations/quotas/quotaLimits.ts';
import type { Queries } from '../../storage/database/Database.types.ts';
import { listsOf } from '../../storage/database/listsOf.ts';
import { isOurToken, tokenKeyOf } from './deviceToken.ts';

export interface DeviceRow {
  id: number;
  token: string;
  platform: string;
  app: string | null;
  person_id: string | null;
  upstream: string | null;
  quarantined: string | null;
  created_at: number;
  last_seen: number;
  position: number;
  owner_since: number;
  /** 0: it registered without an account and was never seen since. */
  has_come: number;
}

export interface NewDevice {
  token: string;
  platform: string;
  app: string | null;
  personId: string | null;
  upstream: string | null;
  now: number;
  position: number;
  /** Whether somebody has shown to be there: a person, or who got a code over the service of the token. */
  hasCome: boolean;
}

const COLUMNS =
  'id, token, platform, app, person_id, upstream, quarantined, created_at, last_seen, position, owner_since, has_come';

export function findDevice(db: Queries, token: string): Promise<DeviceRow | undefined> {
  return db.get<DeviceRow>(`SELECT ${COLUMNS} FROM devices WHERE token_key = ?`, tokenKeyOf(token));
}

/** Locks a device until the transaction ends: it stays whose it is. */
export function lockDevice(tx: Queries, id: number): Promise<DeviceRow | undefined> {
  // The same value: what is wanted is the lock, and what the row holds once it is had.
  return tx.get<DeviceRow>(
    `UPDATE devices SET position = position WHERE id = ? RETURNING ${COLUMNS}`,
    id,
  );
}

export function findDeviceById(db: Queries, id: number): Promise<DeviceRow | undefined> {
  return db.get<DeviceRow>(`SELECT ${COLUMNS} FROM devices WHERE id = ?`, id);
}

/**
 * The device that the key of a token opens: the one that has the token, or the one that a token of another service was
 * given in its place, since such a token has no key.
 */
export async function findDeviceOfKey(db: Queries, token: string): Promise<DeviceRow | undefined> {
  const device = await findDeviceBehind(db, token);
  const isOpened = device && (device.token === token || !isOurToken(device.token));
  return isOpened ? device : undefined;
}

/** The device that a token leads to: the one that has it, or the one that had it before. */
export async function findDeviceBehind(db: Queries, token: string): Promise<DeviceRow | undefined> {
  return (
    (await findDevice(db, token)) ??
    (await db.get<DeviceRow>(
      `SELECT ${COLUMNS} FROM devices WHERE id = (SELECT device_id FROM replaced_tokens WHERE token_key = ?)`,
      tokenKeyOf(token),
    ))
  );
}

/** What a sender needs to know of a device. */
export type Addressee = Pick<DeviceRow, 'id' | 'token' | 'app' | 'upstream' | 'quarantined'>;

/** The devices of tokens, by the token; also those that have another token now. */
export async function findAddressees(
  db: Queries,
  tokens: readonly string[],
): Promise<Map<string, Addressee>> {
  if (tokens.length === 1) {
    const [token] = tokens as [string];
    const device = await findAddressee(db, token);
    if (device) return new Map([[token, device]]);
  }
  const keys = new Map(tokens.map((token) => [tokenKeyOf(token), token]));
  const found = new Map<string, Addressee>();
  const note = (rows: (Addressee & { token_key: string })[]) => {
    for (const row of rows) found.set(keys.get(row.token_key)!, row);
  };
  for (const list of listsOf([...keys.keys()])) {
    note(
      await db.all(
        `SELECT token_key, id, token, app, upstream, quarantined FROM devices
          WHERE token_key IN ${list.marks}`,
        ...list.values,
      ),
    );
  }
  const missing = [...keys].filter(([, token]) => !found.has(token)).map(([key]) => key);
  for (const list of listsOf(missing)) {
    note(
      await db.all(
        `SELECT r.token_key, d.id, d.token, d.app, d.upstream, d.quarantined
          FROM replaced_tokens r JOIN devices d ON d.id = r.device_id
          WHERE r.token_key IN ${list.marks}`,
        ...list.values,
      ),
    );
  }
  return found;
}

/** The device that has a token; what most senders ask for, and nothing of it that they know. */
async function findAddressee(db: Queries, token: string): Promise<Addressee | undefined> {
  const device = await db.get<Omit<Addressee, 'token'>>(
    'SELECT id, app, upstream, quarantined FROM devices WHERE token_key = ?',
    tokenKeyOf(token),
  );
  return device && Object.assign(device, { token });
}

/** Adds a device; undefined when the token is known. */
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
    device.upstream,
    device.now,
    device.now,
    device.position,
    device.hasCome ? 1 : 0,
  );
  return added === 0 ? undefined : findDevice(tx, device.token);
}

/** Moves the device that has a token to whoever registers it now. */
export async function updateDevice(tx: Queries, device: NewDevice): Promise<DeviceRow> {
  const key = tokenKeyOf(device.token);
  if (device.personId !== null) await changeOwner(tx, key, device.personId, device.position);
  const row = await tx.get<DeviceRow>(
    `UPDATE devices SET platform = ?, app = COALESCE(?, app), person_id = ?, upstream = COALESCE(?, upstream),
      quarantined = NULL, last_seen = ?, has_come = CASE WHEN ? = 1 THEN 1 ELSE has_come END
      WHERE token_key = ? RETURNING ${COLUMNS}`,
    device.platform,
    device.app,
    device.personId,
    device.upstream,
    device.now,
    device.hasCome ? 1 : 0,
    key,
  );
  return row!;
}

/** Says that a device is still there, so that it is neither forgotten nor put aside; nothing else of it changes. */
export async function noteSeen(tx: Queries, id: number, now: number): Promise<void> {
  await tx.run('UPDATE devices SET last_seen = ?, quarantined = NULL WHERE id = ?', now, id);
}

/** A token that comes back is itself again, whatever had replaced it. */
export async function forgetReplaced(tx: Queries, token: string): Promise<void> {
  await tx.run('DELETE FROM replaced_tokens WHERE token_key = ?', tokenKeyOf(token));
}

// Somebody who signs out and in again keeps what is theirs; somebody else starts here.
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

/** Senders that still use an old token reach the device that has another one now, and are told. */
export async function noteReplaced(tx: Queries, oldToken: string, id: number): Promise<void> {
  await tx.run(
    `INSERT INTO replaced_tokens (token_key, device_id, is_key, replaced_at) VALUES (?, ?, ?, ?)
      ON CONFLICT (token_key) DO UPDATE SET device_id = excluded.device_id, is_key = excluded.is_key,
        replaced_at = excluded.replaced_at`,
    tokenKeyOf(oldToken),
    id,
    isOurToken(oldToken) ? 1 : 0,
    Date.now(),
  );
  await tx.run(
    `DELETE FROM replaced_tokens WHERE token_key IN (SELECT token_key FROM replaced_tokens
      WHERE device_id = ? ORDER BY replaced_at DESC, token_key LIMIT 1000000 OFFSET ?)`,
    id,
    MAX_REPLACED_TOKENS,
  );
}

/** The keys that opened a device do so no more. */
export async function forgetKeys(tx: Queries, id: number): Promise<void> {
  await tx.run('DELETE FROM replaced_tokens WHERE device_id = ? AND is_key = 1', id);
}

/** Deletes rows of devices, and nothing that has to happen with it: see `forgetDevices`, and `forgetDevicesOf` a person. */
export function deleteDevices(tx: Queries, ids: readonly number[]): Promise<void> {
  return tx.runMany(
    'DELETE FROM devices WHERE id = ?',
    ids.map((id) => [id]),
  );
}

/** Gives a device another address at a service, or none; what was wrong with the last one is no matter then. */
export async function setUpstream(tx: Queries, id: number, upstream: string | null): Promise<void> {
  await tx.run('UPDATE devices SET upstream = ?, quarantined = NULL WHERE id = ?', upstream, id);
}

/** What a service says of an address counts only while the device has it: the two that follow say how many had. */
export function dropUpstream(tx: Queries, id: number, upstream: string): Promise<number> {
  return tx.run('UPDATE devices SET upstream = NULL WHERE id = ? AND upstream = ?', id, upstream);
}

export function quarantineDevice(
  tx: Queries,
  id: number,
  upstream: string,
  reason: string,
): Promise<number> {
  return tx.run(
    'UPDATE devices SET quarantined = ? WHERE id = ? AND upstream = ?',
    reason,
    id,
    upstream,
  );
}

/** The devices of a person, as a message to them needs to know them. */
export async function reachableOfPerson(
  db: Queries,
  personId: string,
): Promise<{ id: number; hasUpstream: boolean }[]> {
  const rows = await db.all<Pick<DeviceRow, 'id' | 'upstream'>>(
    'SELECT id, upstream FROM devices WHERE person_id = ? ORDER BY id',
    personId,
  );
  return rows.map(({ id, upstream }) => ({ id, hasUpstream: upstream !== null }));
}

/** The devices of a person, and since when each is theirs. */
export function devicesOfPerson(
  db: Queries,
  personId: string,
): Promise<Pick<DeviceRow, 'id' | 'owner_since'>[]> {
  return db.all('SELECT id, owner_since FROM devices WHERE person_id = ?', personId);
}

/** Those who have these devices; the devices that belong to somebody are locked until the transaction ends. */
export async function lockOwners(tx: Queries, ids: readonly number[]): Promise<string[]> {
  const owned: number[] = [];
  for (const { marks, values } of listsOf(ids)) {
    const rows = await tx.all<{ id: number }>(
      `SELECT id FROM devices WHERE id IN ${marks} AND person_id IS NOT NULL`,
      ...values,
    );
    owned.push(...rows.map(({ id }) => id));
  }
  const owners: string[] = [];
  // In one order: those who do so never wait for each other.
  for (const id of owned.toSorted((one, other) => one - other)) {
    const row = await tx.get<{ person_id: string }>(
      `UPDATE devices SET position = position WHERE id = ? AND person_id IS NOT NULL RETURNING person_id`,
      id,
    );
    if (row) owners.push(row.person_id);
  }
  return owners;
}

/** Devices that a person signed out of become nobody's: whoever has them next gets nothing that was sent until now. */
export async function forgetFormerOwner(
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

/** Locks devices that were not seen since, a few at a time, until the transaction ends. Says which. */
export function lockUnseen(tx: Queries, since: number, limit: number): Promise<number[]> {
  return lockSome(
    tx,
    `UPDATE devices SET position = position WHERE last_seen < ? AND id IN (
      SELECT id FROM devices WHERE last_seen < ? ORDER BY last_seen LIMIT ?) RETURNING id`,
    since,
    limit,
  );
}

/** The same of devices that never came and were registered before, the oldest first. */
export function lockStrangers(tx: Queries, since: number, limit: number): Promise<number[]> {
  return lockSome(
    tx,
    `UPDATE devices SET position = position WHERE has_come = 0 AND last_seen < ? AND id IN (
      SELECT id FROM devices WHERE has_come = 0 AND last_seen < ? ORDER BY id LIMIT ?) RETURNING id`,
    since,
    limit,
  );
}

// What is true of a device is asked twice: it may have come back while somebody else had it locked.
async function lockSome(tx: Queries, sql: string, since: number, limit: number): Promise<number[]> {
  return (await tx.all<{ id: number }>(sql, since, since, limit)).map(({ id }) => id);
}

/** How many devices never came. */
export async function countStrangers(db: Queries): Promise<number> {
  const row = await db.get<{ count: number }>(
    'SELECT COUNT(*) AS count FROM devices WHERE has_come = 0',
  );
  return row!.count;
}

/** How many devices belong to nobody. */
export async function countAnonymous(db: Queries): Promise<number> {
  const row = await db.get<{ count: number }>(
    'SELECT COUNT(*) AS count FROM devices WHERE person_id IS NULL',
  );
  return row!.count;
}

/** The devices of a person beyond the number that is kept, those that were not seen for the longest time. */
export function devicesBeyond(
  tx: Queries,
  personId: string,
  kept: number,
): Promise<{ id: number }[]> {
  return tx.all(
    'SELECT id FROM devices WHERE person_id = ? ORDER BY last_seen DESC, id DESC LIMIT 100 OFFSET ?',
    personId,
    kept,
  );
}

/** Another service took a message for a device: somebody is there. */
export async function noteCome(db: Queries, id: number): Promise<void> {
  await db.run('UPDATE devices SET has_come = 1 WHERE id = ? AND has_come = 0', id);
}
