import type { Queries } from '../../storage/database/Database.types.ts';
import { listsOf } from '../../storage/database/listsOf.ts';
import type { Addressee } from '../devices/addresseeRows.ts';

/** Whether a push service reaches any device. */
export async function isAnyReachable(db: Queries): Promise<boolean> {
  return (await db.get('SELECT id FROM devices WHERE upstream IS NOT NULL LIMIT 1')) !== undefined;
}

/** The highest id of a device that a push service reaches. */
export async function lastReachable(db: Queries): Promise<number> {
  const row = await db.get<{ last: number | null }>(
    'SELECT MAX(id) AS last FROM devices WHERE upstream IS NOT NULL',
  );
  return row?.last ?? 0;
}

/** A device that a push service reaches. */
export type Reachable = Addressee & {
  address: string;
  /** The position up to which everything is acknowledged. */
  position: number;
  has_come: number;
  /** The node that it is connected to, or was last. */
  node: string | null;
};

const COLUMNS =
  'd.id, d.token, d.app, d.upstream AS address, d.quarantined, d.position, d.has_come, d.node';
const REACHABLE = `SELECT ${COLUMNS} FROM devices d WHERE d.upstream IS NOT NULL`;

/** Filters devices: those that are reachable and not in quarantine. */
export async function reachableDevices(
  db: Queries,
  ids: readonly number[],
): Promise<Map<number, Reachable>> {
  const found = new Map<number, Reachable>();
  for (const { marks, values } of listsOf(ids)) {
    const rows = await db.all<Reachable>(
      `${REACHABLE} AND d.quarantined IS NULL AND d.id IN ${marks}`,
      ...values,
    );
    for (const row of rows) found.set(row.id, row);
  }
  return found;
}

/** A range of device ids: after `after`, up to and including `until`. */
interface IdRange {
  after: number;
  until: number;
}

/**
 * The next devices in a range of ids; if topics are given, those that have one of them. Most topics have few devices, and
 * without this every message to a topic would cause all devices to be read.
 */
export async function reachableInRange(
  db: Queries,
  { after, until }: IdRange,
  topics: readonly string[] | undefined,
  limit: number,
): Promise<Reachable[]> {
  const [first, ...others] = topics ?? [];
  if (first === undefined) {
    const sql = `${REACHABLE} AND d.id > ? AND d.id <= ? ORDER BY d.id LIMIT ?`;
    return db.all<Reachable>(sql, after, until, limit);
  }
  if (others.length === 0) {
    return db.all<Reachable>(
      `SELECT ${COLUMNS} FROM topic_subscriptions s JOIN devices d ON d.id = s.device_id
        WHERE s.topic = ? AND s.device_id > ? AND s.device_id <= ? AND d.upstream IS NOT NULL
        ORDER BY s.device_id LIMIT ?`,
      first,
      after,
      until,
      limit,
    );
  }
  return db.all<Reachable>(
    `${REACHABLE} AND d.id IN (SELECT s.device_id FROM topic_subscriptions s
        WHERE s.topic IN (?${', ?'.repeat(others.length)}) AND s.device_id > ? AND s.device_id <= ?)
      ORDER BY d.id LIMIT ?`,
    first,
    ...others,
    after,
    until,
    limit,
  );
}

/** Filters devices: those that have not acknowledged a position. */
export async function withoutPosition(
  db: Queries,
  deviceIds: readonly number[],
  position: number,
): Promise<number[]> {
  const found: number[] = [];
  for (const { marks, values } of listsOf(deviceIds)) {
    const rows = await db.all<{ id: number }>(
      `SELECT id FROM devices WHERE id IN ${marks} AND position < ?`,
      ...values,
      position,
    );
    for (const { id } of rows) found.push(id);
  }
  return found;
}

/** The topics, of those given, that devices had when a message was sent. */
export async function topicsHad(
  db: Queries,
  deviceIds: readonly number[],
  topics: readonly string[],
  position: number,
): Promise<Map<number, Set<string>>> {
  const found = new Map<number, Set<string>>();
  const [wanted] = listsOf(topics);
  if (!wanted) return found;
  for (const { marks, values } of listsOf(deviceIds)) {
    const rows = await db.all<{ device_id: number; topic: string }>(
      `SELECT device_id, topic FROM topic_subscriptions
        WHERE topic IN ${wanted.marks} AND device_id IN ${marks} AND since < ?`,
      ...wanted.values,
      ...values,
      position,
    );
    for (const { device_id, topic } of rows) {
      found.set(device_id, (found.get(device_id) ?? new Set()).add(topic));
    }
  }
  return found;
}
