import type { Queries, ThreadDatabase } from '../../storage/database/Database.types.ts';
import { type AsideRows, numberedClaims } from '../../storage/database/numberedClaims.ts';
import type { RefusedMessage, Scheduled } from '../server-keys/findRefused.ts';
import {
  IS_BOUND,
  type SenderRights,
  SENDER_RIGHTS,
  joinSender,
} from '../server-keys/senderRows.ts';
import type { Payload, StoredMessage } from './Message.types.ts';
import { type DeliveredRow, storedMessage } from './messageRows.ts';
import { REFUSED, REFUSED_CHANGE, refusedRows } from './refusedRows.ts';

const MESSAGES_AT_ONCE = 500;
/** Devices per batch: their rows are written while nobody else can store anything. A single message may have more. */
const DEVICES_AT_ONCE = 20_000;

/** A scheduled message that is due, and who scheduled it. */
export interface DueMessage extends Scheduled {
  send_at: number;
}

interface DueRow extends SenderRights {
  id: number;
  send_at: number;
  sender: string;
  proven: string | null;
  /** NULL where it makes no difference in whose name it is sent. */
  payload: string | null;
  devices: number;
}

/** The next batch of scheduled messages that are due, in their order. */
export async function findDue(db: Queries, now: number): Promise<DueMessage[]> {
  const rows = await db.all<DueRow>(
    `SELECT m.id, m.send_at, m.sender, s.proven, ${SENDER_RIGHTS},
        CASE WHEN s.proven IS NOT NULL OR ${IS_BOUND} THEN m.payload END AS payload,
        (SELECT COUNT(*) FROM push_deliveries d WHERE d.message_id = m.id) AS devices
      FROM push_messages m LEFT JOIN push_schedulers s ON s.message_id = m.id ${joinSender('m.sender')}
      WHERE m.state = 'scheduled' AND m.send_at <= ? ORDER BY m.send_at, m.id LIMIT ${MESSAGES_AT_ONCE}`,
    now,
  );
  let devices = 0;
  const tooMany = rows.findIndex((row) => (devices += row.devices) > DEVICES_AT_ONCE);
  return (tooMany < 0 ? rows : rows.slice(0, Math.max(1, tooMany))).map(dueMessage);
}

function dueMessage(row: DueRow): DueMessage {
  const { id, send_at, sender, proven, payload } = row;
  const app = payload === null ? undefined : (JSON.parse(payload) as Payload).app;
  return { id, send_at, sender, proven, appId: app?.id, rights: row };
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

const settling = (aside?: AsideRows, ...more: string[]) =>
  numberedClaims({
    clock: { table: 'push_clock', name: 'position' },
    waiting: { table: 'push_messages', where: WAITS_UP_TO, order: ['send_at', 'id'] },
    steps: [PLACE, STORE, DROP, ...more],
    aside,
  });
/** Apart, so that nothing is paid for what is not needed. */
const SETTLE = {
  alone: { all: settling(), some: settling(REFUSED) },
  withJobs: { all: settling(undefined, ADD_JOBS), some: settling(REFUSED, ADD_JOBS) },
};

/**
 * Places due messages, and cancels those that are refused, except those that another node is at: it is one statement on
 * PostgreSQL, and all or nothing. Those that are placed get their positions, and are stored from then on.
 */
export async function settleDue(
  db: ThreadDatabase,
  settled: {
    due: readonly DueMessage[];
    refused: readonly RefusedMessage[];
    now: number;
    usesPushServices: boolean;
  },
): Promise<{ placed: StoredMessage[]; cancelled: number }> {
  const { due, refused, now, usesPushServices } = settled;
  const { all, some } = SETTLE[usesPushServices ? 'withJobs' : 'alone'];
  const senders = new Map(due.map(({ id, sender }) => [id, sender]));
  const aside = { rows: refusedRows(refused, senders, now), told: REFUSED_CHANGE };
  const last = due.at(-1)!;
  const among = [last.send_at, last.send_at, last.id];
  const claim = { among, at: now, limit: due.length };
  const results = await (refused.length === 0
    ? db.claimNumbered(all, claim)
    : db.claimNumbered(some, { ...claim, aside }));
  const [placed, stored] = results as [DeliveredRow[], { message_id: number; device_id: number }[]];
  const devices = new Map<number, number[]>(placed.map(({ id }) => [id, []]));
  for (const { message_id, device_id } of stored) devices.get(message_id)!.push(device_id);
  return {
    placed: placed
      .map((row) => storedMessage(row, devices.get(row.id)!))
      .toSorted((one, other) => one.position - other.position),
    cancelled: refused.length === 0 ? 0 : results[some.steps.length]!.length,
  };
}
