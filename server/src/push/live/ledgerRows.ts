import type { Database, Queries } from '../../storage/database/Database.types.ts';
import { type Update, inOneStatement, updateRows } from '../../storage/database/updateRows.ts';

/** How far a message came on a device, after it was stored. */
export type Progress = 'sent' | 'delivered' | 'opened' | 'expired' | 'dropped';

/** How often a message got somewhere. */
export type Counts = Partial<Record<Progress, number>>;

/** What became of a message on one device. */
export interface DeviceState {
  messageId: number;
  deviceId: number;
  state: Progress;
  reason: string | null;
  at: number;
}

/** A person opened a message on a device. */
export type Opening = Pick<DeviceState, 'messageId' | 'deviceId'>;

type Engine = Database['engine'];

// Messages to tokens have a row for each device: they are counted when somebody asks.
const ADD_COUNTS: Update = {
  sqlite: `UPDATE push_messages SET sent = sent + ?, delivered = delivered + ?, opened = opened + ?,
    expired = expired + ?, dropped = dropped + ?
    WHERE id = ? AND (topic IS NOT NULL OR condition IS NOT NULL)`,
  postgres: inOneStatement({
    table: 'push_messages',
    columns: 'id BIGINT, sent INT, delivered INT, opened INT, expired INT, dropped INT',
    set: ['sent', 'delivered', 'opened', 'expired', 'dropped']
      .map((name) => `${name} = push_messages.${name} + COALESCE(given.${name}, 0)`)
      .join(', '),
    same: `push_messages.id = given.id
      AND (push_messages.topic IS NOT NULL OR push_messages.condition IS NOT NULL)`,
    order: 'push_messages.id',
  }),
};

/** Only forward: an acknowledgement that comes late does not undo what is known already. */
const SET_STATE: Record<Progress, Update> = {
  sent: setState(`= 'stored'`),
  delivered: setState(`IN ('stored', 'sent', 'expired', 'dropped')`),
  opened: setState(`<> 'opened'`),
  expired: setState(`= 'stored'`),
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

/** Adds to the counts of messages. */
export function writeCounts(
  tx: Queries,
  engine: Engine,
  counts: ReadonlyMap<number, Counts>,
): Promise<void> {
  const rows = [...counts];
  return updateRows(tx, engine, ADD_COUNTS, {
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

/** All of them before any is changed, in one order: nodes that do so never wait for each other. */
const LOCK_DELIVERIES = `SELECT 1 FROM push_deliveries d
    JOIN jsonb_to_recordset(CAST(? AS JSONB)) AS given ("messageId" BIGINT, "deviceId" BIGINT)
      ON d.message_id = given."messageId" AND d.device_id = given."deviceId"
  ORDER BY d.message_id, d.device_id FOR NO KEY UPDATE OF d`;

/** Writes down what became of messages on devices, each step before those that can follow on it. */
export async function writeStates(
  tx: Queries,
  engine: Engine,
  states: readonly DeviceState[],
): Promise<void> {
  if (states.length === 0) return;
  if (engine === 'postgres') await tx.all(LOCK_DELIVERIES, JSON.stringify(states));
  for (const progress of Object.keys(SET_STATE) as Progress[]) {
    const rows = states.filter(({ state }) => state === progress);
    await updateRows(tx, engine, SET_STATE[progress], {
      sqlite: () => rows.map((row) => [row.state, row.reason, row.at, row.messageId, row.deviceId]),
      postgres: () => rows,
    });
  }
}

const ADD_OPENING = `INSERT INTO push_openings (message_id, device_id)
  SELECT id, CAST(? AS BIGINT) FROM push_messages WHERE id = ? AND (topic IS NOT NULL OR condition IS NOT NULL)
  ON CONFLICT DO NOTHING`;

/** Notes on which devices messages to topics and conditions were opened, and gives those that were not opened there before. */
export async function writeOpenings(tx: Queries, openings: readonly Opening[]): Promise<Opening[]> {
  const added: Opening[] = [];
  // A person did each of them: they are few. In one order, so that nodes never wait for each other.
  for (const opening of openings.toSorted(byMessage)) {
    const rows = await tx.run(ADD_OPENING, opening.deviceId, opening.messageId);
    if (rows > 0) added.push(opening);
  }
  return added;
}

function byMessage(one: Opening, other: Opening): number {
  return one.messageId - other.messageId || one.deviceId - other.deviceId;
}
