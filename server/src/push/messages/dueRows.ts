import type { Queries, ThreadDatabase } from '../../storage/database/Database.types.ts';
import { listsOf } from '../../storage/database/listsOf.ts';
import { numberedClaims } from '../../storage/database/numberedClaims.ts';
import type { Payload, StoredMessage } from './Message.types.ts';
import { type DeliveredRow, storedMessage } from './messageRows.ts';

const MESSAGES_AT_ONCE = 500;
/** Devices per batch: their rows are written while nobody else can store anything. A single message may have more. */
const DEVICES_AT_ONCE = 20_000;

/** A scheduled message that is due, and who scheduled it. */
export interface DueMessage {
  id: number;
  send_at: number;
  sender: string;
  /** The ProvenGroups of a person, as JSON. */
  proven: string | null;
}

/** The next batch of scheduled messages that are due, in their order. */
export async function findDue(db: Queries, now: number): Promise<DueMessage[]> {
  const rows = await db.all<DueMessage & { devices: number }>(
    `SELECT m.id, m.send_at, m.sender, s.proven,
        (SELECT COUNT(*) FROM push_deliveries d WHERE d.message_id = m.id) AS devices
      FROM push_messages m LEFT JOIN push_schedulers s ON s.message_id = m.id
      WHERE m.state = 'scheduled' AND m.send_at <= ? ORDER BY m.send_at, m.id LIMIT ${MESSAGES_AT_ONCE}`,
    now,
  );
  let devices = 0;
  const tooMany = rows.findIndex((row) => (devices += row.devices) > DEVICES_AT_ONCE);
  return tooMany < 0 ? rows : rows.slice(0, Math.max(1, tooMany));
}

/** The mini-apps in whose name messages are sent; messages of the host itself are left out. */
export async function appsOfMessages(
  db: Queries,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const apps = new Map<number, string>();
  for (const { marks, values } of listsOf(ids)) {
    const rows = await db.all<{ id: number; payload: string }>(
      `SELECT id, payload FROM push_messages WHERE id IN ${marks}`,
      ...values,
    );
    for (const { id, payload } of rows) {
      const { app } = JSON.parse(payload) as Payload;
      if (app) apps.set(id, app.id);
    }
  }
  return apps;
}

/** Cancels messages unless they have been placed or cancelled meanwhile. Returns those that were. */
export async function cancelDue(
  tx: Queries,
  ids: readonly number[],
  because: string,
  now: number,
): Promise<number[]> {
  const cancelled: number[] = [];
  for (const { marks, values } of listsOf(ids)) {
    const rows = await tx.all<{ id: number }>(
      `UPDATE push_messages SET state = 'cancelled', cancelled_at = ?, cancelled_because = ?
        WHERE id IN ${marks} AND state = 'scheduled' RETURNING id`,
      now,
      because,
      ...values,
    );
    cancelled.push(...rows.map(({ id }) => id));
  }
  for (const { marks, values } of listsOf(cancelled)) {
    await tx.run(
      `UPDATE push_deliveries SET state = 'cancelled', reason = ?, updated_at = ? WHERE message_id IN ${marks}`,
      because,
      now,
      ...values,
    );
  }
  return cancelled;
}

// Ids and positions come from the same clock, so they can be compared. Without a position, it is in no inbox either.
const HAS_OTHER_OWNER = `EXISTS (SELECT 1 FROM devices v
  WHERE v.id = push_deliveries.device_id AND v.owner_since >= push_deliveries.message_id)`;

const PLACE = `UPDATE push_messages SET state = 'stored', position = number FROM claimed WHERE id = row_id
  RETURNING id, position, topic, condition, collapse_key, package_name, payload, send_at, expires_at`;

const STORE = `UPDATE push_deliveries SET state = 'stored', position = number, updated_at = at FROM claimed
  WHERE message_id = row_id AND state = 'accepted' AND NOT ${HAS_OTHER_OWNER}
  RETURNING message_id, device_id`;

/** Devices that have another owner by now do not get messages that were scheduled before. */
const DROP = `UPDATE push_deliveries SET state = 'dropped', reason = 'owner-changed', updated_at = at FROM claimed
  WHERE message_id = row_id AND state = 'accepted' AND ${HAS_OTHER_OWNER}`;

const ADD_JOBS = `INSERT INTO push_jobs (message_id, device_id, due_at)
  SELECT row_id, v.id, at FROM claimed JOIN push_deliveries d ON d.message_id = row_id
      JOIN devices v ON v.id = d.device_id
    WHERE d.state IN ('accepted', 'stored') AND v.upstream IS NOT NULL AND v.owner_since < row_id
  UNION ALL
  SELECT row_id, NULL, at FROM claimed JOIN push_messages ON id = row_id
    WHERE topic IS NOT NULL OR condition IS NOT NULL`;

// Limited to the messages that were read: if another node has placed some of them, later due messages must not take their
// places, as nobody has checked those yet.
const WAITS_UP_TO = `state = 'scheduled' AND send_at <= ? AND (send_at < ? OR id <= ?)`;

const placing = (...more: string[]) =>
  numberedClaims({
    clock: { table: 'push_clock', name: 'position' },
    waiting: { table: 'push_messages', where: WAITS_UP_TO, order: ['send_at', 'id'] },
    steps: [PLACE, STORE, DROP, ...more],
  });
const PLACE_ALONE = placing();
const PLACE_WITH_JOBS = placing(ADD_JOBS);

/** Places due messages, except those that another node is placing: they get their positions, and are stored from then on. */
export async function placeSome(
  db: ThreadDatabase,
  due: readonly DueMessage[],
  now: number,
  usesPushServices: boolean,
): Promise<StoredMessage[]> {
  const claims = usesPushServices ? PLACE_WITH_JOBS : PLACE_ALONE;
  const last = due.at(-1)!;
  const among = [last.send_at, last.send_at, last.id];
  const claim = { among, at: now, limit: due.length };
  const [placed, stored] = (await db.claimNumbered(claims, claim)) as [
    DeliveredRow[],
    { message_id: number; device_id: number }[],
  ];
  const devices = new Map<number, number[]>(placed.map(({ id }) => [id, []]));
  for (const { message_id, device_id } of stored) devices.get(message_id)!.push(device_id);
  return placed
    .map((row) => storedMessage(row, devices.get(row.id)!))
    .toSorted((one, other) => one.position - other.position);
}
