import {
  type PushDelivery,
  type PushMessageRecord,
  type PushState,
  topicAddress,
} from '@host/contracts';

import type { Payload } from '../messages/Message.types.ts';
import type { DeliveryRow, MessageRow } from '../messages/messageRows.ts';

const time = (at: number) => new Date(at).toISOString();

/**
 * A message as its sender sees it.
 * @param devices how many devices are in which state, for a message to tokens
 */
export function messageRecord(
  row: MessageRow,
  devices: ReadonlyMap<string, number> | undefined,
  now: number,
): PushMessageRecord {
  const { notification } = JSON.parse(row.payload) as Payload;
  const to = row.topic === null ? row.condition : topicAddress(row.topic);
  const counts = devices ? countsOf(devices, row.expires_at <= now) : countsIn(row);
  return {
    id: String(row.id),
    state: stateOf(row, counts, now),
    ...(row.cancelled_because !== null && { reason: row.cancelled_because }),
    ...(to !== null && { to }),
    ...(notification?.title !== undefined && { title: notification.title }),
    createdAt: time(row.created_at),
    sendAt: time(row.send_at),
    expiresAt: time(row.expires_at),
    counts,
  };
}

type RecordCounts = PushMessageRecord['counts'];

function countsIn({ sent, delivered, opened, expired, dropped }: MessageRow): RecordCounts {
  // After a crash, a device may acknowledge a message that is not recorded as sent.
  return { sent: Math.max(sent, delivered), delivered, opened, expired, dropped };
}

/** A state includes all states before it. */
function countsOf(devices: ReadonlyMap<string, number>, isOver: boolean): RecordCounts {
  const inState = (state: string) => devices.get(state) ?? 0;
  const opened = inState('opened');
  const delivered = inState('delivered') + opened;
  return {
    sent: inState('sent') + delivered,
    delivered,
    opened,
    // Expiry is computed, not written.
    expired: inState('expired') + (isOver ? inState('stored') : 0),
    dropped: inState('dropped'),
  };
}

/** The furthest state on any device. */
function stateOf(row: MessageRow, counts: RecordCounts, now: number): PushState {
  if (row.state === 'scheduled') return 'accepted';
  if (row.state === 'cancelled') return 'cancelled';
  if (counts.opened > 0) return 'opened';
  if (counts.delivered > 0) return 'delivered';
  if (counts.sent > 0) return 'sent';
  const isOver = row.expires_at <= now;
  if (counts.dropped > 0 && (!isOver || counts.expired === 0)) return 'dropped';
  return isOver ? 'expired' : 'stored';
}

/** The state of a message on one device. */
export function deliveryRecord(
  row: DeliveryRow,
  message: Pick<MessageRow, 'expires_at'>,
  now: number,
): PushDelivery {
  // Expiry is computed, not written.
  const isExpired = row.state === 'stored' && message.expires_at <= now;
  return {
    deviceId: String(row.device_id),
    state: isExpired ? 'expired' : (row.state as PushState),
    ...(row.reason !== null && { reason: row.reason }),
    updatedAt: time(isExpired ? message.expires_at : row.updated_at),
  };
}
