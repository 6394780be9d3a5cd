import {
  LIMITS,
  OWN_NOTIFICATION_KEY,
  type ScheduledNotification,
  type ScheduledNotifications,
} from '@host/contracts';

import { ApiError } from '../../ApiError.ts';
import type { DeviceRow } from '../../devices/deviceRows.ts';
import type { Database } from '../../storage/database/Database.types.ts';
import type { Payload } from '../messages/Message.types.ts';
import type { MessageLog } from '../messages/MessageLog.ts';
import { deleteOwn, findOwn, listOwn, ownSender } from './deviceScheduleRows.ts';

/**
 * What devices have sent to themselves at a time, for systems that show nothing by themselves while the app is closed. It
 * goes the way of every message, but has nothing in it that an inbox shows: it is for this device alone, and the device
 * knows it by its own name.
 */
export class DeviceSchedule {
  readonly #db: Database;
  readonly #log: MessageLog;

  constructor(options: { db: Database; log: MessageLog }) {
    this.#db = options.db;
    this.#log = options.log;
  }

  async list(device: DeviceRow): Promise<ScheduledNotifications> {
    const scheduled = await listOwn(this.#db, device.id);
    return {
      scheduled: scheduled.map(({ id, sendAt }) => ({
        id,
        sendAt: new Date(sendAt).toISOString(),
      })),
    };
  }

  /** Schedules one, or replaces the one of the same name. It is on disk when this resolves; doing it again does nothing. */
  put(device: DeviceRow, id: string, wanted: ScheduledNotification): Promise<void> {
    const now = Date.now();
    const sendAt = sendAtOf(wanted, now);
    const payload = payloadOf(id, wanted);
    return this.#inTurn(device, async () => {
      const [last] = await findOwn(this.#db, device.id, id);
      if (last?.sendAt === sendAt && last.payload === JSON.stringify(payload)) {
        // The one before can still be there, when this was begun and not finished.
        await deleteOwn(this.#db, device.id, id, last.messageId);
        return;
      }
      if (last?.state !== 'scheduled') await this.#demandRoom(device);
      const messageId = await this.#log.append({
        sender: ownSender(device.id, id),
        audience: {
          kind: 'devices',
          devices: [{ id: device.id, hasUpstream: device.upstream !== null }],
        },
        collapseKey: undefined,
        payload,
        createdAt: now,
        sendAt,
        expiresAt: sendAt + LIMITS.scheduledLateSeconds * 1000,
      });
      // Afterwards: whenever the process dies, one of both is there, and the device shows a name once.
      await deleteOwn(this.#db, device.id, id, messageId);
    });
  }

  /** Cancels one; one that is not there needs nothing. */
  cancel(device: DeviceRow, id: string): Promise<void> {
    return this.#inTurn(device, async () => void (await deleteOwn(this.#db, device.id, id)));
  }

  #inTurn(device: DeviceRow, work: () => Promise<void>): Promise<void> {
    return this.#db.withLock(`device-schedule:${device.id}`, work);
  }

  async #demandRoom(device: DeviceRow): Promise<void> {
    if ((await listOwn(this.#db, device.id)).length < LIMITS.scheduledPerDevice) return;
    throw new ApiError(
      'too-many-scheduled',
      `The device has ${LIMITS.scheduledPerDevice} notifications scheduled.`,
    );
  }
}

function sendAtOf({ sendAt }: ScheduledNotification, now: number): number {
  const at = Date.parse(sendAt);
  const isTooLate = at < now - LIMITS.scheduledLateSeconds * 1000;
  if (!isTooLate && at <= now + LIMITS.scheduleSeconds * 1000) return at;
  const detail = `"sendAt" is ${isTooLate ? 'past' : 'more than a year away'}.`;
  const errors = [{ pointer: '/sendAt', code: 'out-of-range', detail }];
  throw new ApiError('invalid-body', detail, { errors });
}

/** For the device's eyes: senders' words in `notification` would be in the inbox of a person, on all their devices. */
function payloadOf(id: string, wanted: ScheduledNotification): Payload {
  const { title, body, data: given, category } = wanted;
  const own = JSON.stringify({ id, title, body, data: given, category });
  const data = { [OWN_NOTIFICATION_KEY]: own };
  // As it is sent: text in JSON in JSON is longer than it looks.
  const bytes = Buffer.byteLength(JSON.stringify(data));
  if (bytes <= LIMITS.scheduledBytes) return { data, priority: 'high' };
  throw new ApiError(
    'body-too-large',
    `The notification is ${bytes} bytes; a push service carries ${LIMITS.scheduledBytes}.`,
  );
}
