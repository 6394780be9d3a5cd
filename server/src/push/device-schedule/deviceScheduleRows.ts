import type { Queries } from '../../storage/database/Database.types.ts';

/** A message that a device scheduled for itself. */
export interface OwnMessage {
  messageId: number;
  state: string;
  payload: string;
  sendAt: number;
}

/** Between these are the senders that are devices. */
const ALL_DEVICES = ['device:', 'device;'] as const;

/**
 * Who sent a message that a device scheduled for itself: the device, and by which name. So the index of senders finds
 * one of them, and all of a device.
 */
export function ownSender(deviceId: number, id: string): string {
  return `device:${deviceId}/${id}`;
}

/** The newest that a device has called so; one that was sent, too. */
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

/** Those of a device that are still to come, the soonest first. */
export async function listOwn(
  db: Queries,
  deviceId: number,
): Promise<{ id: string; sendAt: number }[]> {
  // Without what they say: a device has many, and everybody may ask.
  const rows = await db.all<{ sender: string; send_at: number }>(
    `SELECT sender, send_at FROM push_messages
      WHERE sender > ? AND sender < ? AND state = 'scheduled' ORDER BY send_at, id`,
    ...rangeOf(deviceId),
  );
  const prefix = ownSender(deviceId, '').length;
  return rows.map(({ sender, send_at }) => ({ id: sender.slice(prefix), sendAt: send_at }));
}

/** How many of a device are still to come. */
export async function countOwnOf(db: Queries, deviceId: number): Promise<number> {
  const row = await db.get<{ count: number }>(
    `SELECT COUNT(*) AS count FROM push_messages WHERE sender > ? AND sender < ? AND state = 'scheduled'`,
    ...rangeOf(deviceId),
  );
  return row!.count;
}

/** Takes out what is not sent yet of one name, except the message that took its place. */
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

/** How many messages devices have scheduled for themselves; sent ones, too. */
export async function countOwn(db: Queries): Promise<number> {
  const row = await db.get<{ count: number }>(
    'SELECT COUNT(*) AS count FROM push_messages WHERE sender >= ? AND sender < ?',
    ...ALL_DEVICES,
  );
  return row!.count;
}

/** Forgets everything that devices scheduled which are gone. */
export async function deleteOwnOf(tx: Queries, deviceIds: readonly number[]): Promise<void> {
  await tx.runMany(
    'DELETE FROM push_messages WHERE sender > ? AND sender < ?',
    deviceIds.map(rangeOf),
  );
}

/** Forgets what devices scheduled and what is over: nobody asks after it. */
export function deleteEndedOwn(db: Queries, before: number, limit: number): Promise<number> {
  return db.run(
    `DELETE FROM push_messages WHERE id IN (SELECT id FROM push_messages
      WHERE sender >= ? AND sender < ? AND expires_at < ? AND state <> 'scheduled' LIMIT ?)`,
    ...ALL_DEVICES,
    before,
    limit,
  );
}

/** What the senders of one device lie between: the character after the slash ends those that start like this. */
function rangeOf(deviceId: number): [string, string] {
  const first = ownSender(deviceId, '');
  return [first, `${first.slice(0, -1)}0`];
}
