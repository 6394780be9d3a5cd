import { ACTION_TOPIC } from '../../operations/actions/AdminActions.ts';
import type { Change, SqlValue } from '../../storage/database/Database.types.ts';
import type { AsideRows } from '../../storage/database/numberedClaims.ts';
import type { RefusedMessage } from '../server-keys/findRefused.ts';

const CANCEL = 'push.cancel';

/** Notifies every node that due messages were cancelled. */
export const REFUSED_CHANGE: Change = { topic: ACTION_TOPIC, key: CANCEL };

const CANCEL_MESSAGES = `UPDATE push_messages SET state = 'cancelled', cancelled_at = at, cancelled_because = because
  FROM aside WHERE id = row_id RETURNING id`;

const CANCEL_DELIVERIES = `UPDATE push_deliveries SET state = 'cancelled', reason = because, updated_at = at
  FROM aside WHERE message_id = row_id`;

/** One entry for each sender, reason and mini-app, however many messages. */
const ADD_AUDIT_ENTRIES = `INSERT INTO audit_log (at, actor, action, target, address, request_id, details)
  SELECT at, 'system', '${CANCEL}', scheduler, '', '', opening || ',"messages":' || CAST(COUNT(*) AS TEXT) || '}'
    FROM aside GROUP BY at, scheduler, opening ORDER BY scheduler, opening`;

/**
 * Cancels due messages that their senders may no longer send: revoking a key, a role or a mini-app also ends what it
 * scheduled.
 */
export const REFUSED: AsideRows = {
  columns: { at: 'BIGINT', because: 'TEXT', scheduler: 'TEXT', opening: 'TEXT' },
  steps: [CANCEL_MESSAGES, CANCEL_DELIVERIES, ADD_AUDIT_ENTRIES],
};

/** The rows for these steps, given the senders by the ids of messages. */
export function refusedRows(
  refused: readonly RefusedMessage[],
  senders: ReadonlyMap<number, string>,
  now: number,
): SqlValue[][] {
  return refused.map(({ id, because, appId }) => [
    id,
    now,
    because,
    senders.get(id)!,
    // The database knows which of them it cancels, so it completes the details by their number.
    JSON.stringify({ because, appId }).slice(0, -1),
  ]);
}
