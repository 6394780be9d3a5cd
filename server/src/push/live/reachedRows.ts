import type { Database, Queries, Transaction } from '../../storage/database/Database.types.ts';
import { type Update, inOneStatement, updateRows } from '../../storage/database/updateRows.ts';

/** How far a device was dealt with, acknowledged or not. */
export interface Counted {
  /** Of everything up to here it is counted whether it was sent. */
  upTo: number;
  /** Positions up to there that were not sent, after the last one that is acknowledged. */
  skipped: readonly number[];
}

/** Where a device is when it connects, and whose it is. */
export interface Standing {
  /** Everything up to here is acknowledged. */
  position: number;
  /** And of that, everything up to here is counted as delivered; null when that is all. */
  unsettledFrom: number | null;
  counted: Counted;
  app: string | null;
  personId: string | null;
  ownerSince: number;
  /** Whether it was seen since it registered, or has a person. */
  hasCome: boolean;
}

/** How far a device has come, of what is not written down yet. */
export interface Reached {
  /** Everything up to here is acknowledged, and counted as delivered. */
  position: number;
  /** When it was there, unless that is known well enough. */
  seenAt: number | undefined;
  /** Where that is more than it acknowledged. */
  counted: Counted | undefined;
  /** Whether some of it was acknowledged elsewhere than on its connection. */
  settles: boolean | undefined;
}

const SET_POSITION: Update = {
  sqlite: `UPDATE devices SET position = ? WHERE id = ? AND position < ?`,
  postgres: inOneStatement({
    table: 'devices',
    columns: 'id BIGINT, position BIGINT',
    set: 'position = given.position',
    same: 'devices.id = given.id AND devices.position < given.position',
    order: 'devices.id',
  }),
};

const SETTLE: Update = {
  sqlite: `UPDATE devices SET unsettled_from = CASE WHEN position > ? THEN ? END WHERE id = ? AND unsettled_from < ?`,
  postgres: inOneStatement({
    table: 'devices',
    columns: 'id BIGINT, position BIGINT',
    set: 'unsettled_from = CASE WHEN devices.position > given.position THEN given.position END',
    same: 'devices.id = given.id AND devices.unsettled_from < given.position',
    order: 'devices.id',
  }),
};

const SET_SEEN: Update = {
  sqlite: `UPDATE devices SET last_seen = ?, has_come = 1 WHERE id = ?`,
  postgres: inOneStatement({
    table: 'devices',
    columns: 'id BIGINT, "seenAt" BIGINT',
    set: 'last_seen = given."seenAt", has_come = 1',
    same: 'devices.id = given.id',
    order: 'devices.id',
  }),
};

const SET_COUNTED: Update = {
  sqlite: `UPDATE devices SET counted_up_to = ?, skipped = ? WHERE id = ? AND counted_up_to <= ?`,
  postgres: inOneStatement({
    table: 'devices',
    columns: 'id BIGINT, "upTo" BIGINT, skipped TEXT',
    set: 'counted_up_to = given."upTo", skipped = given.skipped',
    same: 'devices.id = given.id AND devices.counted_up_to <= given."upTo"',
    order: 'devices.id',
  }),
};

/** All of them before any is changed, in one order: nodes that do so never wait for each other. */
const LOCK = `SELECT id FROM devices
  WHERE id IN (SELECT CAST(value AS BIGINT) FROM jsonb_array_elements_text(CAST(? AS JSONB)))
  ORDER BY id FOR NO KEY UPDATE`;

/** Writes down how far devices have come; never back. */
export async function writeReached(
  tx: Queries,
  engine: Database['engine'],
  reached: ReadonlyMap<number, Reached>,
): Promise<void> {
  if (reached.size === 0) return;
  const rows = [...reached].toSorted(([one], [other]) => one - other);
  if (engine === 'postgres') await tx.all(LOCK, JSON.stringify(rows.map(([id]) => id)));
  await updateRows(tx, engine, SET_POSITION, {
    sqlite: () => rows.map(([id, { position }]) => [position, id, position]),
    postgres: () => rows.map(([id, { position }]) => ({ id, position })),
  });
  const settled = rows.filter(([, { settles }]) => settles);
  await updateRows(tx, engine, SETTLE, {
    sqlite: () => settled.map(([id, { position }]) => [position, position, id, position]),
    postgres: () => settled.map(([id, { position }]) => ({ id, position })),
  });
  const seen = rows.filter(([, { seenAt }]) => seenAt !== undefined);
  await updateRows(tx, engine, SET_SEEN, {
    sqlite: () => seen.map(([id, { seenAt }]) => [seenAt!, id]),
    postgres: () => seen.map(([id, { seenAt }]) => ({ id, seenAt })),
  });
  const counted = rows.flatMap(([id, each]) =>
    each.counted ? [{ id, upTo: each.counted.upTo, skipped: textOf(each.counted.skipped) }] : [],
  );
  await updateRows(tx, engine, SET_COUNTED, {
    sqlite: () => counted.map(({ id, upTo, skipped }) => [upTo, skipped, id, upTo]),
    postgres: () => counted,
  });
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
export async function readStanding(db: Queries, deviceId: number): Promise<Standing | undefined> {
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
