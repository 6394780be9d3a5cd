import type { Queries } from '../../storage/database/Database.types.ts';
import { tuplesOf } from '../../storage/database/listsOf.ts';
import { DEVICE_SENDER } from '../server-keys/platformSenders.ts';

/** A message that a device scheduled for itself. */
export interface OwnMessage {
  messageId: number;
  state: string;
  payload: string;
  sendAt: number;
}

/** Senders that are devices sort between these two. */
const ALL_DEVICES = [DEVICE_SENDER, 'device;'] as const;

/**
 * The sender of a message that a device scheduled for itself consists of the device and the name of the message, so that
 * the index of senders finds one of them as well as all of a device.
 */
export function ownSender(deviceId: number, id: string): string {
  return `${DEVICE_SENDER}${deviceId}/${id}`;
}

/** The newest message of a name, sent or not. */
export async function findOwn(
  db: Queries,
  deviceId: number,
  id: string,
): Promise<OwnMessage | undefined> {
  const row = await db.get<{ id: number; state: string; payload: string; send_at: number }>(
    'SELECT id, state, payload, send_at FROM push_messages WHERE sender = ? ORDER BY id DESC LIMIT 1',
    ownSender(deviceId, id),
  );
  return row && { messageId: row.id, state: row.state, payload: row.payload, sendAt: row.send_at };
}

/** The messages of a device that are not due yet, the soonest first. */
export async function listOwn(
  db: Queries,
  deviceId: number,
): Promise<{ id: string; sendAt: number }[]> {
  // Without payloads: a device can have many, and anybody may ask.
  const rows = await db.all<{ sender: string; send_at: number }>(
    `SELECT sender, send_at FROM push_messages
      WHERE sender > ? AND sender < ? AND state = 'scheduled' ORDER BY send_at, id`,
    ...rangeOf(deviceId),
  );
  const prefix = ownSender(deviceId, '').length;
  return rows.map(({ sender, send_at }) => ({ id: sender.slice(prefix), sendAt: send_at }));
}

/** How many messages of a device are not due yet. */
export async function countOwnOf(db: Queries, deviceId: number): Promise<number> {
  const row = await db.get<{ count: number }>(
    `SELECT COUNT(*) AS count FROM push_messages WHERE sender > ? AND sender < ? AND state = 'scheduled'`,
    ...rangeOf(deviceId),
  );
  return row!.count;
}

/** Deletes unsent messages of a name, except the one that replaces them. */
export async function deleteOwn(
  tx: Queries,
  deviceId: number,
  id: string,
  except = 0,
): Promise<number> {
  return tx.run(
    `DELETE FROM push_messages WHERE sender = ? AND state = 'scheduled' AND id <> ?`,
    ownSender(deviceId, id),
    except,
  );
}

/** How many messages devices have scheduled for themselves, including those that were sent. */
export async function countOwn(db: Queries): Promise<number> {
  const row = await db.get<{ count: number }>(
    'SELECT COUNT(*) AS count FROM push_messages WHERE sender >= ? AND sender < ?',
    ...ALL_DEVICES,
  );
  return row!.count;
}

/** Deletes everything that removed devices scheduled. */
export async function deleteOwnOf(tx: Queries, deviceIds: readonly number[]): Promise<void> {
  for (const { tuples, values } of tuplesOf(deviceIds.map(rangeOf))) {
    await tx.run(
      `WITH ranges (first, last) AS (VALUES ${tuples})
        DELETE FROM push_messages WHERE id IN (
          SELECT m.id FROM ranges JOIN push_messages m ON m.sender > ranges.first AND m.sender < ranges.last)`,
      ...values,
    );
  }
}

/** Deletes devices' own messages that have ended: nobody asks for their status. */
export function deleteEndedOwn(db: Queries, before: number, limit: number): Promise<number> {
  return db.run(
    `DELETE FROM push_messages WHERE id IN (SELECT id FROM push_messages
      WHERE sender >= ? AND sender < ? AND expires_at < ? AND state <> 'scheduled' LIMIT ?)`,
    ...ALL_DEVICES,
    before,
    limit,
  );
}

/** The senders of one device sort between these two: '0' is the character after '/'. */
function rangeOf(deviceId: number): [string, string] {
  const first = ownSender(deviceId, '');
  return [first, `${first.slice(0, -1)}0`];
}
