import type { PushMessageRecord } from '@host/contracts';

import type { Queries } from '../../storage/database/Database.types.ts';
import {
  type MessageRow,
  countDeliveries,
  isForDevices,
  listDeliveries,
} from '../messages/messageRows.ts';
import { personalAmong } from '../messages/personRows.ts';
import { deliveryRecord, messageRecord } from './messageRecord.ts';

/** The sender of a message to a person learns nothing about their devices. */
export const NO_DEVICES: ReadonlyMap<string, number> = new Map();

/** A message with its state on each device, if it was sent to tokens. */
export async function fullRecord(db: Queries, row: MessageRow): Promise<PushMessageRecord> {
  const now = Date.now();
  if ((await personalAmong(db, [row.id])).size > 0) return messageRecord(row, NO_DEVICES, now);
  const devices = await countDeliveries(db, [row]);
  const record = messageRecord(row, devices.get(row.id), now);
  if (!isForDevices(row)) return record;
  const deliveries = await listDeliveries(db, row.id);
  return { ...record, deliveries: deliveries.map((each) => deliveryRecord(each, row, now)) };
}
