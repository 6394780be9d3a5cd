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

// Rows are locked in one order: nodes that do so never wait for each other.
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
      SELECT 1 FROM ${table}, given WHERE ${same} ORDER BY ${order} FOR UPDATE OF ${table})
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
