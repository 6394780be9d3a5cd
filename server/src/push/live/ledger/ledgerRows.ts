import type { Queries, Transaction } from '../../../storage/database/Database.types.ts';
import type { Counts, Progress } from '../batches/Counts.types.ts';
import { type RowUpdate, rowLock, rowUpdate } from '../../../storage/database/rowUpdate.ts';

/** The state of a message on one device. */
export interface DeviceState {
  messageId: number;
  deviceId: number;
  state: Progress;
  reason: string | null;
  at: number;
  /** Whether it counts only if no other node has ended the session of the device. */
  ofSession?: boolean;
}

/** A person opened a message on a device. */
export type Opening = Pick<DeviceState, 'messageId' | 'deviceId' | 'at'>;

/** A device withheld a message and did not show it. */
export type Held = Pick<DeviceState, 'messageId' | 'deviceId' | 'at'> & { reason: string };

// Only for messages to topics and conditions: those to tokens have a row for each device, which are counted on demand.
const ADD_COUNTS = rowUpdate({
  table: 'push_messages',
  set: `sent = sent + ?, delivered = delivered + ?, opened = opened + ?,
    expired = expired + ?, dropped = dropped + ?`,
  where: 'id = ? AND (topic IS NOT NULL OR condition IS NOT NULL)',
  types: ['BIGINT', 'BIGINT', 'BIGINT', 'BIGINT', 'BIGINT', 'BIGINT'],
  order: 'id',
});

/** States whose time is kept in a column of its own. */
const HAS_TIME: ReadonlySet<Progress> = new Set(['sent', 'delivered']);

/** States only move forward: a late acknowledgement does not undo what is known. */
const SET_STATE: Record<Progress, RowUpdate> = {
  sent: setState(`= 'stored'`, 'sent_at'),
  delivered: setState(`IN ('stored', 'sent', 'expired', 'dropped')`, 'delivered_at'),
  opened: setState(`<> 'opened'`),
  expired: setState(`= 'stored'`),
  dropped: setState(`IN ('stored', 'sent')`),
};

/** @param timeColumn keeps when the state was reached, since `updated_at` is that of the last state */
function setState(before: string, timeColumn?: 'sent_at' | 'delivered_at'): RowUpdate {
  return rowUpdate({
    table: 'push_deliveries',
    set: `state = ?, reason = ?, updated_at = ?${timeColumn ? `, ${timeColumn} = ?` : ''}`,
    where: `message_id = ? AND device_id = ? AND state ${before}`,
    types: [
      'TEXT',
      'TEXT',
      'BIGINT',
      ...(timeColumn ? (['BIGINT'] as const) : []),
      'BIGINT',
      'BIGINT',
    ],
    order: 'message_id, device_id',
  });
}

/** Adds to the counts of messages. */
export function writeCounts(tx: Transaction, counts: ReadonlyMap<number, Counts>): Promise<void> {
  return tx.updateMany(
    ADD_COUNTS,
    Array.from(counts, ([id, { sent, delivered, opened, expired, dropped }]) => [
      sent ?? 0,
      delivered ?? 0,
      opened ?? 0,
      expired ?? 0,
      dropped ?? 0,
      id,
    ]),
  );
}

const DELIVERIES = rowLock({ table: 'push_deliveries', key: ['message_id', 'device_id'] });

/** Writes the states of messages on devices, each state before those that can follow it. */
export async function writeStates(tx: Transaction, states: readonly DeviceState[]): Promise<void> {
  if (states.length === 0) return;
  // Locks all rows first, in a fixed order, so that two nodes never deadlock.
  await tx.lockMany(DELIVERIES, () =>
    states.map(({ messageId, deviceId }) => [messageId, deviceId]),
  );
  for (const progress of Object.keys(SET_STATE) as Progress[]) {
    const rows = states.filter(({ state }) => state === progress);
    await tx.updateMany(
      SET_STATE[progress],
      rows.map((row) => [
        row.state,
        row.reason,
        row.at,
        ...(HAS_TIME.has(progress) ? [row.at] : []),
        row.messageId,
        row.deviceId,
      ]),
    );
  }
}

const ADD_OPENING = `INSERT INTO push_openings (message_id, device_id, at)
  SELECT id, CAST(? AS BIGINT), CAST(? AS BIGINT) FROM push_messages WHERE id = ? AND (topic IS NOT NULL OR condition IS NOT NULL)
  ON CONFLICT DO NOTHING`;

/**
 * Writes on which devices messages to topics and conditions were opened. Returns those that were not opened there before.
 */
export async function writeOpenings(tx: Queries, openings: readonly Opening[]): Promise<Opening[]> {
  const added: Opening[] = [];
  // One by one, since people open few messages at a time; in a fixed order, so that two nodes never deadlock.
  for (const opening of openings.toSorted(byMessage)) {
    const rows = await tx.run(ADD_OPENING, opening.deviceId, opening.at, opening.messageId);
    if (rows > 0) added.push(opening);
  }
  return added;
}

const ADD_HELD = `INSERT INTO push_held (message_id, device_id, reason, at)
  SELECT id, CAST(? AS BIGINT), CAST(? AS TEXT), CAST(? AS BIGINT) FROM push_messages WHERE id = ?
  ON CONFLICT DO NOTHING`;

/** Writes which messages devices withheld; the first report counts. */
export async function writeHeld(tx: Queries, held: readonly Held[]): Promise<void> {
  const rows = held
    .toSorted(byMessage)
    .map(({ messageId, deviceId, reason, at }) => [deviceId, reason, at, messageId]);
  if (rows.length > 0) await tx.runMany(ADD_HELD, rows);
}

/** Filters openings of messages to tokens: those that are the first on their device. */
export async function newOpeningsOnDevices(
  tx: Queries,
  openings: readonly Opening[],
): Promise<Opening[]> {
  const fresh = new Map<string, Opening>();
  for (const opening of openings) {
    const row = await tx.get<{ state: string }>(
      'SELECT state FROM push_deliveries WHERE message_id = ? AND device_id = ?',
      opening.messageId,
      opening.deviceId,
    );
    if (row && row.state !== 'opened') {
      fresh.set(`${opening.messageId}:${opening.deviceId}`, opening);
    }
  }
  return [...fresh.values()];
}

function byMessage(
  one: Pick<Opening, 'messageId' | 'deviceId'>,
  other: Pick<Opening, 'messageId' | 'deviceId'>,
): number {
  return one.messageId - other.messageId || one.deviceId - other.deviceId;
}
