import type { Queries, ThreadDatabase } from '../../storage/database/Database.types.ts';
import { listsOf } from '../../storage/database/listsOf.ts';
import { numberedClaims } from '../../storage/database/numberedClaims.ts';
import type { StoredMessage } from './Message.types.ts';
import { type DeliveredRow, storedMessage } from './messageRows.ts';

const MESSAGES_AT_ONCE = 500;
/** Their devices are written while nobody else can store anything. One message may be for more. */
const DEVICES_AT_ONCE = 20_000;

const IS_DUE = `state = 'scheduled' AND send_at <= ?`;

/** The scheduled messages that are due and are placed at once: how many they are, and whose. */
export async function findDue(
  db: Queries,
  now: number,
): Promise<{ count: number; senders: ReadonlySet<string> }> {
  const rows = await db.all<{ sender: string; devices: number }>(
    `SELECT sender, (SELECT COUNT(*) FROM push_deliveries d WHERE d.message_id = m.id) AS devices
      FROM push_messages m WHERE ${IS_DUE} ORDER BY send_at, id LIMIT ${MESSAGES_AT_ONCE}`,
    now,
  );
  let devices = 0;
  const tooMany = rows.findIndex((row) => (devices += row.devices) > DEVICES_AT_ONCE);
  const count = tooMany < 0 ? rows.length : Math.max(1, tooMany);
  return { count, senders: new Set(rows.slice(0, count).map(({ sender }) => sender)) };
}

/** Cancels some messages of a sender that are due. Says how many. */
export async function cancelDueOf(tx: Queries, sender: string, now: number): Promise<number> {
  const cancelled = await tx.all<{ id: number }>(
    `UPDATE push_messages SET state = 'cancelled', cancelled_at = ? WHERE id IN
      (SELECT id FROM push_messages WHERE ${IS_DUE} AND sender = ? ORDER BY send_at, id LIMIT ${MESSAGES_AT_ONCE})
      AND state = 'scheduled' RETURNING id`,
    now,
    now,
    sender,
  );
  for (const { marks, values } of listsOf(cancelled.map(({ id }) => id))) {
    await tx.run(
      `UPDATE push_deliveries SET state = 'cancelled', updated_at = ? WHERE message_id IN ${marks}`,
      now,
      ...values,
    );
  }
  return cancelled.length;
}

// Ids and positions are counted by one clock. Without a position it is in nobody's inbox either.
const HAS_OTHER_OWNER = `EXISTS (SELECT 1 FROM devices v
  WHERE v.id = push_deliveries.device_id AND v.owner_since >= push_deliveries.message_id)`;

const PLACE = `UPDATE push_messages SET state = 'stored', position = number FROM claimed WHERE id = row_id
  RETURNING id, position, topic, condition, collapse_key, package_name, payload, send_at, expires_at`;

const STORE = `UPDATE push_deliveries SET state = 'stored', position = number, updated_at = at FROM claimed
  WHERE message_id = row_id AND state = 'accepted' AND NOT ${HAS_OTHER_OWNER}
  RETURNING message_id, device_id`;

/** Devices that have another owner by now do not get what was scheduled before. */
const DROP = `UPDATE push_deliveries SET state = 'dropped', reason = 'owner-changed', updated_at = at FROM claimed
  WHERE message_id = row_id AND state = 'accepted' AND ${HAS_OTHER_OWNER}`;

const ADD_JOBS = `INSERT INTO push_jobs (message_id, device_id, due_at)
  SELECT row_id, v.id, at FROM claimed JOIN push_deliveries d ON d.message_id = row_id
      JOIN devices v ON v.id = d.device_id
    WHERE d.state IN ('accepted', 'stored') AND v.upstream IS NOT NULL AND v.owner_since < row_id
  UNION ALL
  SELECT row_id, NULL, at FROM claimed JOIN push_messages ON id = row_id
    WHERE topic IS NOT NULL OR condition IS NOT NULL`;

const placing = (...more: string[]) =>
  numberedClaims({
    clock: { table: 'push_clock', name: 'position' },
    waiting: { table: 'push_messages', where: IS_DUE, order: ['send_at', 'id'] },
    steps: [PLACE, STORE, DROP, ...more],
  });
const PLACE_ALONE = placing();
const PLACE_WITH_JOBS = placing(ADD_JOBS);

/** Gives some messages that are due, and that no other node is placing, their positions. They are stored then. */
export async function placeSome(
  db: ThreadDatabase,
  now: number,
  limit: number,
  usesPushServices: boolean,
): Promise<StoredMessage[]> {
  const claims = usesPushServices ? PLACE_WITH_JOBS : PLACE_ALONE;
  const [placed, stored] = (await db.claimNumbered(claims, now, limit)) as [
    DeliveredRow[],
    { message_id: number; device_id: number }[],
  ];
  const devices = new Map<number, number[]>(placed.map(({ id }) => [id, []]));
  for (const { message_id, device_id } of stored) devices.get(message_id)!.push(device_id);
  return placed
    .map((row) => storedMessage(row, devices.get(row.id)!))
    .toSorted((one, other) => one.position - other.position);
}
