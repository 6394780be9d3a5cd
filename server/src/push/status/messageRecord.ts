import {
  type PushDelivery,
  type PushMessageRecord,
  type PushState,
  topicAddress,
} from '@host/contracts';

import type { Payload } from '../messages/Message.types.ts';
import type { DeliveryRow, MessageRow } from '../messages/messageRows.ts';

const time = (at: number) => new Date(at).toISOString();

/** A message as its sender reads it back. */
export function messageRecord(row: MessageRow, now: number): PushMessageRecord {
  const { notification } = JSON.parse(row.payload) as Payload;
  const to = row.topic === null ? row.condition : topicAddress(row.topic);
  const { sent, delivered, opened, expired, dropped } = row;
  return {
    id: String(row.id),
    state: stateOf(row, now),
    ...(to !== null && { to }),
    ...(notification?.title !== undefined && { title: notification.title }),
    createdAt: time(row.created_at),
    sendAt: time(row.send_at),
    expiresAt: time(row.expires_at),
    counts: { sent, delivered, opened, expired, dropped },
  };
}

/** How far it came on the device on which it came furthest. */
function stateOf(row: MessageRow, now: number): PushState {
  if (row.state === 'scheduled') return 'accepted';
  if (row.state === 'cancelled') return 'cancelled';
  if (row.opened > 0) return 'opened';
  if (row.delivered > 0) return 'delivered';
  if (row.expires_at <= now) return row.sent > 0 ? 'sent' : 'expired';
  if (row.sent > 0) return 'sent';
  return row.dropped > 0 ? 'dropped' : 'stored';
}

/** What became of it on one device. */
export function deliveryRecord(
  row: DeliveryRow,
  message: Pick<MessageRow, 'expires_at'>,
  now: number,
): PushDelivery {
  // Nobody has to write down that time has passed.
  const isExpired = row.state === 'stored' && message.expires_at <= now;
  return {
    deviceId: String(row.device_id),
    state: isExpired ? 'expired' : (row.state as PushState),
    ...(row.reason !== null && { reason: row.reason }),
    updatedAt: time(isExpired ? message.expires_at : row.updated_at),
  };
}
