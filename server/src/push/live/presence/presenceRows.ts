import type { Queries, SetQueries } from '../../../storage/database/Database.types.ts';
import { listsOf } from '../../../storage/database/listsOf.ts';
import { rowUpdate } from '../../../storage/database/rowUpdate.ts';

/** A live node, and what it says of itself; null for nodes of the releases before. */
interface NodeRow {
  node: string;
  connected: number;
  version: string | null;
  push_services: string | null;
}

/** The batch size: a statement for this many devices takes a few milliseconds. */
const MAX_TAKEN_AT_ONCE = 1000;

/** The node that a device was connected to last; null for none. */
export async function nodeOf(db: Queries, deviceId: number): Promise<string | null> {
  const row = await db.get<{ node: string | null }>(
    'SELECT node FROM devices WHERE id = ?',
    deviceId,
  );
  return row?.node ?? null;
}

/**
 * Records that a device is connected to a node; returns the number of the session, or undefined if the device was removed.
 * Earlier sessions are fenced off at once, or may still write their state. The numbers follow the time, so that they keep
 * increasing after an older copy of the database is restored while nodes still have connections with later ones.
 */
export async function takeDevice(
  db: Queries,
  deviceId: number,
  node: string,
  isFencing: boolean,
): Promise<number | undefined> {
  const now = Date.now();
  const next = `CASE WHEN session < ? THEN ? ELSE session + 1 END`;
  const row = await db.get<{ session: number }>(
    `UPDATE devices SET node = ?, session = ${next}${isFencing ? `, fence = ${next}` : ''}
      WHERE id = ? RETURNING session`,
    node,
    now,
    now,
    ...(isFencing ? [now, now] : []),
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

/** Sets the fence, which rejects later writes of a device's earlier sessions. */
export async function fenceOff(db: Queries, deviceId: number, session: number): Promise<void> {
  await db.run(
    'UPDATE devices SET fence = ? WHERE id = ? AND fence < ?',
    session,
    deviceId,
    session,
  );
}

/** Extends the lease of a node, and records how many devices it has, and what it says of itself. */
export async function renewLease(
  db: Queries,
  row: NodeRow & { alive_until: number },
): Promise<void> {
  await db.run(
    `INSERT INTO push_nodes (node, alive_until, connected, version, push_services) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (node) DO UPDATE SET alive_until = excluded.alive_until, connected = excluded.connected,
        push_services = excluded.push_services`,
    row.node,
    row.alive_until,
    row.connected,
    row.version,
    row.push_services,
  );
}

/** The number of connected devices, and of nodes that they are connected to. */
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

/** The live nodes, how many devices each has, and what it says of itself. */
export function listNodes(db: Queries, now: number): Promise<NodeRow[]> {
  return db.all(
    'SELECT node, connected, version, push_services FROM push_nodes WHERE alive_until > ? ORDER BY node LIMIT 1000',
    now,
  );
}

/** When the leases of the live nodes end, and that of one particular node, even if it has expired. */
export async function readLeases(
  db: Queries,
  now: number,
  node: string,
): Promise<Map<string, number>> {
  const rows = await db.all<{ node: string; until: number }>(
    'SELECT node, alive_until AS until FROM push_nodes WHERE alive_until > ? OR node = ?',
    now,
    node,
  );
  return new Map(rows.map((row) => [row.node, row.until]));
}

const TAKE_AGAIN = rowUpdate({
  table: 'devices',
  set: 'node = ?, session = ?, fence = ?',
  where: 'devices.id = ? AND devices.session < ?',
  types: ['TEXT', 'BIGINT', 'BIGINT', 'BIGINT', 'BIGINT'],
  order: 'devices.id',
});

/** Records again that devices are connected to a node, unless they have a later session. */
export async function takeDevicesAgain(
  db: SetQueries,
  node: string,
  sessions: readonly { deviceId: number; session: number }[],
): Promise<void> {
  for (let from = 0; from < sessions.length; from += MAX_TAKEN_AT_ONCE) {
    await db.updateMany(
      TAKE_AGAIN,
      sessions
        .slice(from, from + MAX_TAKEN_AT_ONCE)
        .map(({ deviceId, session }) => [node, session, session, deviceId, session]),
    );
  }
}

export async function endLease(db: Queries, node: string): Promise<void> {
  await db.run('DELETE FROM push_nodes WHERE node = ?', node);
}

/** Deletes nodes whose leases expired before a time. */
export async function deleteLostNodes(db: Queries, before: number): Promise<void> {
  await db.run('DELETE FROM push_nodes WHERE alive_until < ?', before);
}
