import type { Database, Queries, SqlValue } from '../../storage/database/Database.types.ts';

/** How far a message came on a device, after it was stored. */
export type Progress = 'sent' | 'delivered' | 'opened' | 'expired' | 'dropped';

/** How often a message got somewhere. */
export type Counts = Partial<Record<Progress, number>>;

/** How far a device has come, and when it was there, unless it was seen shortly before. */
export interface Reached {
  position: number;
  seenAt: number | undefined;
}

/** What became of a message on one device. */
export interface DeviceState {
  messageId: number;
  deviceId: number;
  state: Progress;
  reason: string | null;
  at: number;
}

type Engine = Database['engine'];

/** One change of many rows, in the way of each engine: row by row without a trip, or all rows in one. */
interface Update {
  /** For one row. */
  sqlite: string;
  /** For a list of rows in JSON, which it calls `given`. */
  postgres: string;
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

const SET_SEEN: Update = {
  sqlite: `UPDATE devices SET last_seen = ? WHERE id = ?`,
  postgres: inOneStatement({
    table: 'devices',
    columns: 'id BIGINT, "seenAt" BIGINT',
    set: 'last_seen = given."seenAt"',
    same: 'devices.id = given.id',
    order: 'devices.id',
  }),
};

const ADD_COUNTS: Update = {
  sqlite: `UPDATE push_messages SET sent = sent + ?, delivered = delivered + ?, opened = opened + ?,
    expired = expired + ?, dropped = dropped + ? WHERE id = ?`,
  postgres: inOneStatement({
    table: 'push_messages',
    columns: 'id BIGINT, sent INT, delivered INT, opened INT, expired INT, dropped INT',
    set: ['sent', 'delivered', 'opened', 'expired', 'dropped']
      .map((name) => `${name} = push_messages.${name} + COALESCE(given.${name}, 0)`)
      .join(', '),
    same: 'push_messages.id = given.id',
    order: 'push_messages.id',
  }),
};

/** A message to tokens was dropped on as many devices as say so: one that arrives after all is dropped no more. */
const RECOUNT_DROPPED: Update = {
  sqlite: `UPDATE push_messages SET dropped = (SELECT COUNT(*) FROM push_deliveries d
      WHERE d.message_id = push_messages.id AND d.state = 'dropped')
    WHERE id = ? AND dropped > 0 AND topic IS NULL AND condition IS NULL`,
  postgres: inOneStatement({
    table: 'push_messages',
    columns: 'id BIGINT',
    set: `dropped = (SELECT COUNT(*) FROM push_deliveries d
      WHERE d.message_id = push_messages.id AND d.state = 'dropped')`,
    same: `push_messages.id = given.id AND push_messages.dropped > 0
      AND push_messages.topic IS NULL AND push_messages.condition IS NULL`,
    order: 'push_messages.id',
  }),
};

/** Drops what waits on devices under a collapse key, and gives back the message of each that it dropped. */
const COLLAPSE: Update = {
  sqlite: `UPDATE push_deliveries SET state = 'dropped', reason = 'collapsed', updated_at = ?
    WHERE device_id = ? AND position > (SELECT d.position FROM devices d WHERE d.id = ?)
      AND message_id < ? AND state = 'stored' AND EXISTS
      (SELECT 1 FROM push_messages m WHERE m.id = push_deliveries.message_id AND m.collapse_key = ?)
    RETURNING message_id`,
  // Messages are locked before what becomes of them, as everywhere: nobody waits for the other way round.
  postgres: `WITH given AS MATERIALIZED (SELECT * FROM jsonb_to_recordset(CAST(? AS JSONB))
      AS row ("deviceId" BIGINT, "collapseKey" TEXT, "messageId" BIGINT, now BIGINT)),
    waiting AS MATERIALIZED (
      SELECT d.message_id, d.device_id, MIN(given.now) AS now FROM given
        JOIN devices v ON v.id = given."deviceId"
        JOIN push_deliveries d ON d.device_id = v.id AND d.position > v.position
          AND d.message_id < given."messageId" AND d.state = 'stored'
        JOIN push_messages m ON m.id = d.message_id AND m.collapse_key = given."collapseKey"
      GROUP BY d.message_id, d.device_id),
    locked AS MATERIALIZED (
      SELECT 1 FROM push_messages m WHERE m.id IN (SELECT message_id FROM waiting)
      ORDER BY m.id FOR NO KEY UPDATE)
    UPDATE push_deliveries SET state = 'dropped', reason = 'collapsed', updated_at = waiting.now FROM waiting
      WHERE push_deliveries.message_id = waiting.message_id AND push_deliveries.device_id = waiting.device_id
        AND push_deliveries.state = 'stored' AND (SELECT COUNT(*) FROM locked) > 0
      RETURNING push_deliveries.message_id`,
};

/** Only forward: an acknowledgement that comes late does not undo what is known already. */
const SET_STATE: Record<Progress, Update> = {
  sent: setState(`= 'stored'`),
  delivered: setState(`IN ('stored', 'sent', 'dropped')`),
  opened: setState(`<> 'opened'`),
  expired: setState(`IN ('stored', 'sent')`),
  dropped: setState(`IN ('stored', 'sent')`),
};

function setState(before: string): Update {
  return {
    sqlite: `UPDATE push_deliveries SET state = ?, reason = ?, updated_at = ?
      WHERE message_id = ? AND device_id = ? AND state ${before}`,
    postgres: inOneStatement({
      table: 'push_deliveries',
      columns: '"messageId" BIGINT, "deviceId" BIGINT, state TEXT, reason TEXT, at BIGINT',
      set: 'state = given.state, reason = given.reason, updated_at = given.at',
      same: `push_deliveries.message_id = given."messageId"
        AND push_deliveries.device_id = given."deviceId" AND push_deliveries.state ${before}`,
      order: 'push_deliveries.message_id, push_deliveries.device_id',
    }),
  };
}

// Rows are locked in one order: nodes that do so never wait for each other. No key changes, so that whoever refers to a
// row does not wait either.
function inOneStatement(update: {
  table: string;
  columns: string;
  set: string;
  same: string;
  order: string;
}): string {
  const { table, columns, set, same, order } = update;
  return `WITH given AS MATERIALIZED (SELECT * FROM jsonb_to_recordset(CAST(? AS JSONB)) AS row (${columns})),
    locked AS MATERIALIZED (
      SELECT 1 FROM ${table}, given WHERE ${same} ORDER BY ${order} FOR NO KEY UPDATE OF ${table})
    UPDATE ${table} SET ${set} FROM given WHERE ${same} AND (SELECT COUNT(*) FROM locked) > 0`;
}

/** Writes down how far devices have come; never back. */
export async function writePositions(
  tx: Queries,
  engine: Engine,
  positions: ReadonlyMap<number, Reached>,
): Promise<void> {
  const rows = [...positions].toSorted(([one], [other]) => one - other);
  await writeRows(tx, engine, SET_POSITION, {
    sqlite: () => rows.map(([id, { position }]) => [position, id, position]),
    postgres: () => rows.map(([id, { position }]) => ({ id, position })),
  });
  const seen = rows.filter(([, { seenAt }]) => seenAt !== undefined);
  await writeRows(tx, engine, SET_SEEN, {
    sqlite: () => seen.map(([id, { seenAt }]) => [seenAt!, id]),
    postgres: () => seen.map(([id, { seenAt }]) => ({ id, seenAt })),
  });
}

/** Adds to the counts of messages. */
export function writeCounts(
  tx: Queries,
  engine: Engine,
  counts: ReadonlyMap<number, Counts>,
): Promise<void> {
  const rows = [...counts];
  return writeRows(tx, engine, ADD_COUNTS, {
    sqlite: () =>
      rows.map(([id, { sent, delivered, opened, expired, dropped }]) => [
        sent ?? 0,
        delivered ?? 0,
        opened ?? 0,
        expired ?? 0,
        dropped ?? 0,
        id,
      ]),
    postgres: () => rows.map(([id, each]) => ({ id, ...each })),
  });
}

/** Writes down what became of messages on devices, each step before those that can follow on it. */
export async function writeStates(
  tx: Queries,
  engine: Engine,
  states: readonly DeviceState[],
): Promise<void> {
  for (const progress of Object.keys(SET_STATE) as Progress[]) {
    const rows = states.filter(({ state }) => state === progress);
    await writeRows(tx, engine, SET_STATE[progress], {
      sqlite: () => rows.map((row) => [row.state, row.reason, row.at, row.messageId, row.deviceId]),
      postgres: () => rows,
    });
  }
  await recountDropped(tx, engine, states);
}

// Their rows are locked since they were counted, so that nobody else changes what is counted here.
async function recountDropped(tx: Queries, engine: Engine, states: readonly DeviceState[]) {
  const ended = states.filter(({ state }) => state !== 'sent' && state !== 'expired');
  const ids = [...new Set(ended.map(({ messageId }) => messageId))];
  await writeRows(tx, engine, RECOUNT_DROPPED, {
    sqlite: () => ids.map((id) => [id]),
    postgres: () => ids.map((id) => ({ id })),
  });
}

/** A message that is being stored, and the device on which it takes the place of what waits under its key. */
export interface Collapsing {
  deviceId: number;
  collapseKey: string;
  messageId: number;
  now: number;
}

/** Drops what waits on devices under the collapse keys of messages that are being stored, and counts it as dropped. */
export async function collapseDeliveries(
  tx: Queries,
  engine: Engine,
  rows: readonly Collapsing[],
): Promise<void> {
  const counts = new Map<number, Counts>();
  for (const { message_id } of await dropWaiting(tx, engine, rows)) {
    counts.set(message_id, { dropped: (counts.get(message_id)?.dropped ?? 0) + 1 });
  }
  await writeCounts(tx, engine, counts);
}

async function dropWaiting(tx: Queries, engine: Engine, rows: readonly Collapsing[]) {
  type Dropped = { message_id: number };
  if (engine === 'postgres') return tx.all<Dropped>(COLLAPSE.postgres, JSON.stringify(rows));
  const dropped: Dropped[] = [];
  for (const { deviceId, collapseKey, messageId, now } of rows) {
    const parameters = [now, deviceId, deviceId, messageId, collapseKey];
    dropped.push(...(await tx.all<Dropped>(COLLAPSE.sqlite, ...parameters)));
  }
  return dropped;
}

async function writeRows(
  tx: Queries,
  engine: Engine,
  update: Update,
  rows: { sqlite: () => SqlValue[][]; postgres: () => readonly object[] },
): Promise<void> {
  if (engine === 'sqlite') return tx.runMany(update.sqlite, rows.sqlite());
  const given = rows.postgres();
  if (given.length > 0) await tx.run(update.postgres, JSON.stringify(given));
}
