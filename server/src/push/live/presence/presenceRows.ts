import type { Queries } from '../../../storage/database/Database.types.ts';
import { listsOf } from '../../../storage/database/listsOf.ts';

/** The node that a device was connected to last; null for none. */
export async function nodeOf(db: Queries, deviceId: number): Promise<string | null> {
  const row = await db.get<{ node: string | null }>(
    'SELECT node FROM devices WHERE id = ?',
    deviceId,
  );
  return row?.node ?? null;
}

/**
 * Writes that a device is connected to a node; gives the number of the session, undefined when the device is gone. Earlier
 * sessions are fenced off at once, or may still write what they know.
 */
export async function takeDevice(
  db: Queries,
  deviceId: number,
  node: string,
  isFencing: boolean,
): Promise<number | undefined> {
  const row = await db.get<{ session: number }>(
    `UPDATE devices SET node = ?, session = session + 1${isFencing ? ', fence = session + 1' : ''}
      WHERE id = ? RETURNING session`,
    node,
    deviceId,
  );
  return row?.session;
}

/** The last session of each of some devices. */
export async function sessionsOf(
  db: Queries,
  deviceIds: readonly number[],
): Promise<Map<number, number>> {
  const sessions = new Map<number, number>();
  for (const { marks, values } of listsOf(deviceIds)) {
    const rows = await db.all<{ id: number; session: number }>(
      `SELECT id, session FROM devices WHERE id IN ${marks}`,
      ...values,
    );
    for (const { id, session } of rows) sessions.set(id, session);
  }
  return sessions;
}

/** From now on nothing that an earlier session of a device has not written yet is taken. */
export async function fenceOff(db: Queries, deviceId: number, session: number): Promise<void> {
  await db.run(
    'UPDATE devices SET fence = ? WHERE id = ? AND fence < ?',
    session,
    deviceId,
    session,
  );
}

/** Says until when a node is there, and how many devices it has. */
export async function renewLease(
  db: Queries,
  node: string,
  until: number,
  connected: number,
): Promise<void> {
  await db.run(
    `INSERT INTO push_nodes (node, alive_until, connected) VALUES (?, ?, ?)
      ON CONFLICT (node) DO UPDATE SET alive_until = excluded.alive_until, connected = excluded.connected`,
    node,
    until,
    connected,
  );
}

/** How many devices are connected to how many nodes. */
export async function countConnected(
  db: Queries,
  now: number,
): Promise<{ devices: number; nodes: number }> {
  const row = await db.get<{ devices: number; nodes: number }>(
    `SELECT CAST(COALESCE(SUM(connected), 0) AS BIGINT) AS devices, COUNT(*) AS nodes FROM push_nodes
      WHERE alive_until > ?`,
    now,
  );
  return row!;
}

/** Every node that is there, and how many devices it has. */
export function listNodes(
  db: Queries,
  now: number,
): Promise<{ node: string; connected: number }[]> {
  return db.all(
    'SELECT node, connected FROM push_nodes WHERE alive_until > ? ORDER BY node LIMIT 1000',
    now,
  );
}

export async function nodesAlive(db: Queries, now: number): Promise<string[]> {
  const rows = await db.all<{ node: string }>(
    'SELECT node FROM push_nodes WHERE alive_until > ?',
    now,
  );
  return rows.map(({ node }) => node);
}

export async function endLease(db: Queries, node: string): Promise<void> {
  await db.run('DELETE FROM push_nodes WHERE node = ?', node);
}

/** Forgets nodes that were lost before a time. */
export async function deleteLostNodes(db: Queries, before: number): Promise<void> {
  await db.run('DELETE FROM push_nodes WHERE alive_until < ?', before);
}
