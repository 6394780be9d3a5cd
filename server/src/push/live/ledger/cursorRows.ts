import type { Queries, Transaction } from '../../../storage/database/Database.types.ts';
import { rowLock, rowUpdate } from '../../../storage/database/rowUpdate.ts';

/** How far a device was dealt with, acknowledged or not. */
export interface CountedRange {
  /** Of everything up to here it is counted whether it was sent. */
  upTo: number;
  /** Positions up to there that were not sent, after the last one that is acknowledged. */
  skipped: readonly number[];
}

/** Where a device is when it connects, and whose it is. */
export interface DeviceCursor {
  /** Everything up to here is acknowledged. */
  position: number;
  /** And of that, everything up to here is counted as delivered; null when that is all. */
  unsettledFrom: number | null;
  counted: CountedRange;
  app: string | null;
  personId: string | null;
  ownerSince: number;
  /** Whether it was seen since it registered, or has a person. */
  hasCome: boolean;
}

/** How far a device has come, of what is not written down yet. */
export interface CursorUpdate {
  /** Everything up to here is acknowledged, and counted as delivered. */
  position: number;
  /** When it was there, unless that is known well enough. */
  seenAt: number | undefined;
  /** Where that is more than it acknowledged. */
  counted: CountedRange | undefined;
  /** Whether some of it was acknowledged elsewhere than on its connection. */
  settles: boolean | undefined;
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

const SET_SEEN = rowUpdate({
  table: 'devices',
  set: 'last_seen = ?, has_come = 1',
  where: 'id = ?',
  types: ['BIGINT', 'BIGINT'],
  order: 'id',
});

const SET_COUNTED = rowUpdate({
  table: 'devices',
  set: 'counted_up_to = ?, skipped = ?',
  where: 'id = ? AND counted_up_to <= ?',
  types: ['BIGINT', 'TEXT', 'BIGINT', 'BIGINT'],
  order: 'id',
});

const DEVICES = rowLock({ table: 'devices', key: ['id'] });

/** Writes down how far devices have come; never back. */
export async function writeCursors(
  tx: Transaction,
  reached: ReadonlyMap<number, CursorUpdate>,
): Promise<void> {
  if (reached.size === 0) return;
  const rows = [...reached].toSorted(([one], [other]) => one - other);
  // All of them before any is changed, in one order: nodes that do so never wait for each other.
  await tx.lockMany(DEVICES, () => rows.map(([id]) => [id]));
  await tx.updateMany(
    SET_POSITION,
    rows.map(([id, { position }]) => [position, id, position]),
  );
  const settled = rows.filter(([, { settles }]) => settles);
  await tx.updateMany(
    SETTLE,
    settled.map(([id, { position }]) => [position, position, id, position]),
  );
  const seen = rows.filter(([, { seenAt }]) => seenAt !== undefined);
  await tx.updateMany(
    SET_SEEN,
    seen.map(([id, { seenAt }]) => [seenAt!, id]),
  );
  const counted = rows.filter(([, each]) => each.counted !== undefined);
  await tx.updateMany(
    SET_COUNTED,
    counted.map(([id, each]) => {
      const { upTo, skipped } = each.counted!;
      return [upTo, textOf(skipped), id, upTo];
    }),
  );
}

/** Writes down what a device acknowledged elsewhere than on its connection: whoever has that counts it, or the next one. */
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

/** Where a device is, as it is written down. */
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
