import type { Queries } from '../storage/database/Database.types.ts';
import { listsOf } from '../storage/database/listsOf.ts';
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
}

export interface NewDevice {
  token: string;
  platform: string;
  app: string | null;
  personId: string | null;
  upstream: string | null;
  now: number;
  position: number;
}

const COLUMNS =
  'id, token, platform, app, person_id, upstream, quarantined, created_at, last_seen, position, owner_since';

export function findDevice(db: Queries, token: string): Promise<DeviceRow | undefined> {
  return db.get<DeviceRow>(`SELECT ${COLUMNS} FROM devices WHERE token_key = ?`, tokenKeyOf(token));
}

/** Finds a device and locks it until the transaction ends: it stays whose it is. */
export function lockDevice(tx: Queries, token: string): Promise<DeviceRow | undefined> {
  // The same value: what is wanted is the lock, and what the row holds once it is had.
  return tx.get<DeviceRow>(
    `UPDATE devices SET position = position WHERE token_key = ? RETURNING ${COLUMNS}`,
    tokenKeyOf(token),
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
  const device = await findDevice(db, token);
  if (device) return device;
  const renamed = await db.get<DeviceRow>(
    `SELECT ${COLUMNS} FROM devices WHERE id = (SELECT device_id FROM replaced_tokens WHERE token_key = ?)`,
    tokenKeyOf(token),
  );
  return renamed && !isOurToken(renamed.token) ? renamed : undefined;
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

/** Adds a device or, where the token is known, moves it to whoever registers it now. Says which of both it was. */
export async function upsertDevice(
  tx: Queries,
  device: NewDevice,
): Promise<{ row: DeviceRow; isNew: boolean }> {
  const key = tokenKeyOf(device.token);
  const added = await tx.run(
    `INSERT INTO devices (token_key, token, platform, app, person_id, owner_id, owner_since, upstream,
      created_at, last_seen, position) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (token_key) DO NOTHING`,
    key,
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
  );
  if (added === 0) {
    if (device.personId !== null) await changeOwner(tx, key, device.personId, device.position);
    await tx.run(
      `UPDATE devices SET platform = ?, app = COALESCE(?, app), person_id = ?, upstream = COALESCE(?, upstream),
        quarantined = NULL, last_seen = ? WHERE token_key = ?`,
      device.platform,
      device.app,
      device.personId,
      device.upstream,
      device.now,
      key,
    );
  }
  // A token that comes back is itself again, whatever had replaced it.
  await tx.run('DELETE FROM replaced_tokens WHERE token_key = ?', key);
  return { row: (await findDevice(tx, device.token))!, isNew: added > 0 };
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
    `INSERT INTO replaced_tokens (token_key, device_id, is_key) VALUES (?, ?, ?)
      ON CONFLICT (token_key) DO UPDATE SET device_id = excluded.device_id, is_key = excluded.is_key`,
    tokenKeyOf(oldToken),
    id,
    isOurToken(oldToken) ? 1 : 0,
  );
}

/** The keys that opened a device do so no more. */
export async function forgetKeys(tx: Queries, id: number): Promise<void> {
  await tx.run('DELETE FROM replaced_tokens WHERE device_id = ? AND is_key = 1', id);
}

export function deleteDevice(tx: Queries, id: number): Promise<number> {
  return tx.run('DELETE FROM devices WHERE id = ?', id);
}

/** Gives a device another address at a service, or none; what was wrong with the last one is no matter then. */
export async function setUpstream(tx: Queries, id: number, upstream: string | null): Promise<void> {
  await tx.run('UPDATE devices SET upstream = ?, quarantined = NULL WHERE id = ?', upstream, id);
}

/** What a service says of an address counts only while the device has it: the three that follow say how many had. */
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

export function deleteDeviceAt(tx: Queries, id: number, upstream: string): Promise<number> {
  return tx.run('DELETE FROM devices WHERE id = ? AND upstream = ?', id, upstream);
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

/** Takes a person off their devices; the devices stay. */
export async function forgetPerson(db: Queries, personId: string): Promise<void> {
  await db.run('UPDATE devices SET person_id = NULL WHERE person_id = ?', personId);
}

/** Forgets devices that were not seen since, a few at a time. Says how many. */
export function deleteUnseen(db: Queries, since: number, limit: number): Promise<number> {
  return db.run(
    'DELETE FROM devices WHERE id IN (SELECT id FROM devices WHERE last_seen < ? ORDER BY last_seen LIMIT ?)',
    since,
    limit,
  );
}
