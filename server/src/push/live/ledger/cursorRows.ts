import type { Queries, Transaction } from '../../../storage/database/Database.types.ts';
import { rowLock, rowUpdate } from '../../../storage/database/rowUpdate.ts';

/** How far a device's sent and skipped messages are counted, whether or not they are acknowledged. */
export interface CountedRange {
  /** The position up to which messages are counted as sent or skipped. */
  upTo: number;
  /** Positions of skipped messages up to there, after the last acknowledged one. */
  skipped: readonly number[];
}

/** A device's cursor and owner at the time it connects. */
export interface DeviceCursor {
  /** The position up to which everything is acknowledged. */
  position: number;
  /** The position up to which acknowledged messages are counted as delivered; null if all of them are. */
  unsettledFrom: number | null;
  counted: CountedRange;
  app: string | null;
  personId: string | null;
  ownerSince: number;
  /** Whether it was seen after it registered, or has an owner. */
  hasCome: boolean;
}

/** An update of a device's cursor that is not written yet. */
export interface CursorUpdate {
  /** The position up to which everything is acknowledged and counted as delivered. */
  position: number;
  /** Its last-seen time, if that is due to be written. */
  seenAt: number | undefined;
  /** Set when more is counted than it acknowledged. */
  counted: CountedRange | undefined;
  /** Whether some of it was acknowledged by requests. */
  settles: boolean | undefined;
  /** The session that ended, if other nodes may need to know. */
  left: number | undefined;
  /** The session in which this happened, if another node can have ended it. */
  session: number | undefined;
}

const SET_POSITION = rowUpdate({
  table: 'devices',
  set: 'position = ?',
  where: 'id = ? AND position < ?',
  types: ['BIGINT', 'BIGINT', 'BIGINT'],
  order: 'id',
});

const SETTLE = rowUpdate({
  table: 'devices',
  set: 'unsettled_from = CASE WHEN position > ? THEN ? END',
  where: 'id = ? AND unsettled_from < ?',
  types: ['BIGINT', 'BIGINT', 'BIGINT', 'BIGINT'],
  order: 'id',
});

/** Last seen and position in one update: idle devices cause no other writes, and each costs a row. */
const SET_SEEN = rowUpdate({
  table: 'devices',
  set: 'position = CASE WHEN position < ? THEN ? ELSE position END, last_seen = ?, has_come = 1',
  where: 'id = ?',
  types: ['BIGINT', 'BIGINT', 'BIGINT', 'BIGINT'],
  order: 'id',
});

const SET_COUNTED = rowUpdate({
  table: 'devices',
  set: 'counted_up_to = ?, skipped = ?',
  where: 'id = ? AND counted_up_to <= ?',
  types: ['BIGINT', 'TEXT', 'BIGINT', 'BIGINT'],
  order: 'id',
});

const LEAVE = rowUpdate({
  table: 'devices',
  set: 'node = NULL',
  where: 'id = ? AND session = ?',
  types: ['BIGINT', 'BIGINT'],
  order: 'id',
});

const DEVICES = rowLock({ table: 'devices', key: ['id'], reads: ['id', 'fence'] });

/** Locks the rows of devices. Returns those whose sessions were fenced off by other nodes: they must not be written. */
export async function lockCursors(
  tx: Transaction,
  cursors: ReadonlyMap<number, CursorUpdate>,
): Promise<number[]> {
  if (cursors.size === 0) return [];
  // In the order of ids, so that two nodes never deadlock.
  const locked = await tx.lockMany<{ id: number; fence: number }>(DEVICES, () =>
    [...cursors.keys()].map((id) => [id]),
  );
  return locked
    .filter(({ id, fence }) => (cursors.get(id)!.session ?? Infinity) < fence)
    .map(({ id }) => id);
}

/** Writes the cursors of devices, which are locked, except some; positions never move back. */
export async function writeCursors(
  tx: Transaction,
  cursors: ReadonlyMap<number, CursorUpdate>,
  except: readonly number[],
): Promise<void> {
  if (cursors.size === 0) return;
  const leftOut = new Set(except);
  const rows = [...cursors]
    .filter(([id]) => !leftOut.has(id))
    .toSorted(([one], [other]) => one - other);
  const unseen = rows.filter(([, { seenAt }]) => seenAt === undefined);
  await tx.updateMany(
    SET_POSITION,
    unseen.map(([id, { position }]) => [position, id, position]),
  );
  const seen = rows.filter(([, { seenAt }]) => seenAt !== undefined);
  await tx.updateMany(
    SET_SEEN,
    seen.map(([id, { position, seenAt }]) => [position, position, seenAt!, id]),
  );
  const settled = rows.filter(([, { settles }]) => settles);
  await tx.updateMany(
    SETTLE,
    settled.map(([id, { position }]) => [position, position, id, position]),
  );
  const counted = rows.filter(([, each]) => each.counted !== undefined);
  await tx.updateMany(
    SET_COUNTED,
    counted.map(([id, each]) => {
      const { upTo, skipped } = each.counted!;
      return [upTo, textOf(skipped), id, upTo];
    }),
  );
  const left = rows.filter(([, each]) => each.left !== undefined);
  await tx.updateMany(
    LEAVE,
    left.map(([id, each]) => [id, each.left!]),
  );
}

/**
 * Writes what a device acknowledged by a request. The node that the device is connected to, now or later, counts it.
 */
export async function writeUnsettled(
  tx: Transaction,
  deviceId: number,
  position: number,
  now: number,
): Promise<void> {
  await tx.run(
    `UPDATE devices SET unsettled_from = COALESCE(unsettled_from, position), position = ?
      WHERE id = ? AND position < ?`,
    position,
    deviceId,
    position,
  );
  await tx.run('UPDATE devices SET last_seen = ?, has_come = 1 WHERE id = ?', now, deviceId);
}

/** The cursor of a device as it is in the database. */
export async function readDeviceCursor(
  db: Queries,
  deviceId: number,
): Promise<DeviceCursor | undefined> {
  const row = await db.get<{
    position: number;
    unsettled_from: number | null;
    counted_up_to: number;
    skipped: string | null;
    app: string | null;
    person_id: string | null;
    owner_since: number;
    has_come: number;
  }>(
    `SELECT position, unsettled_from, counted_up_to, skipped, app, person_id, owner_since, has_come
      FROM devices WHERE id = ?`,
    deviceId,
  );
  if (!row) return undefined;
  const skipped = row.skipped === null ? [] : (JSON.parse(row.skipped) as number[]);
  return {
    position: row.position,
    unsettledFrom: row.unsettled_from,
    counted: { upTo: row.counted_up_to, skipped },
    app: row.app,
    personId: row.person_id,
    ownerSince: row.owner_since,
    hasCome: row.has_come === 1,
  };
}

function textOf(skipped: readonly number[]): string | null {
  return skipped.length > 0 ? JSON.stringify(skipped) : null;
}
