import {
  LIMITS,
  OWN_NOTIFICATION_KEY,
  type ScheduledNotification,
  type ScheduledNotifications,
} from '@host/contracts';

import { ApiError } from '../../errors/ApiError.ts';
import { MAX_SCHEDULES, SCHEDULE_SHARES } from '../../operations/quotas/quotaLimits.ts';
import type { Quotas, Storer } from '../../operations/quotas/Quotas.ts';
import type { RowLimit } from '../../operations/quotas/RowLimit.ts';
import type { Database, HeldLock } from '../../storage/database/Database.types.ts';
import type { DeviceRow } from '../devices/deviceRows.ts';
import { poolOf } from '../devices/poolOf.ts';
import type { Payload } from '../messages/Message.types.ts';
import type { MessageLog } from '../messages/MessageLog.ts';
import {
  countOwn,
  countOwnOf,
  deleteOwn,
  findOwn,
  listOwn,
  ownSender,
} from './deviceScheduleRows.ts';

/** Bytes on disk of a message in addition to its payload: its row, its delivery, its job, their indexes. */
const MESSAGE_BYTES = 600;

/**
 * Messages that devices schedule for themselves, for platforms that show no local notifications while the app is closed.
 * They are sent like any other message, but do not appear in an inbox: they are for one device, which identifies them by
 * a name that it chose.
 */
export class DeviceSchedule {
  readonly #db: Database;
  readonly #log: MessageLog;

  readonly #quotas: Quotas;
  readonly #schedules: RowLimit;

  constructor({ db, log, quotas }: { db: Database; log: MessageLog; quotas: Quotas }) {
    this.#db = db;
    this.#log = log;
    this.#quotas = quotas;
    this.#schedules = quotas.limitRows('schedules', MAX_SCHEDULES, () => countOwn(db));
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

  /**
   * Schedules a message, or replaces the one with the same name. It is on disk when this resolves; the call is idempotent.
   */
  put(
    device: DeviceRow,
    id: string,
    wanted: ScheduledNotification,
    address: string,
  ): Promise<void> {
    const now = Date.now();
    const sendAt = sendAtOf(wanted, now);
    const payload = payloadOf(id, wanted);
    return this.#inTurn(device, async ({ signal }) => {
      const last = await findOwn(this.#db, device.id, id);
      if (last?.sendAt === sendAt && last.payload === JSON.stringify(payload)) {
        // An interrupted attempt may have left the earlier message.
        await deleteOwn(this.#db, device.id, id, last.messageId);
        return;
      }
      if (last?.state !== 'scheduled') await this.#requireRoom(device);
      this.#admit({ address, pool: poolOf(device, now) }, JSON.stringify(payload).length);
      // The lock may have been lost, and another request may have stored a newer one. If that happens only after this check,
      // one of the two remains, as below.
      signal.throwIfAborted();
      const messageId = await this.#log.append({
        sender: ownSender(device.id, id),
        audience: {
          kind: 'devices',
          devices: [{ id: device.id, hasPushService: device.address !== null }],
        },
        collapseKey: undefined,
        payload,
        createdAt: now,
        sendAt,
        expiresAt: sendAt + LIMITS.scheduledLateSeconds * 1000,
      });
      // After the new one is stored, so that at least one exists whenever the process dies; the device shows each name once.
      await deleteOwn(this.#db, device.id, id, messageId);
    });
  }

  /** Cancels a message; does nothing if there is none with that name. */
  cancel(device: DeviceRow, id: string): Promise<void> {
    return this.#inTurn(device, async () => void (await deleteOwn(this.#db, device.id, id)));
  }

  #inTurn(device: DeviceRow, work: (lock: HeldLock) => Promise<void>): Promise<void> {
    return this.#db.withLock(`device-schedule:${device.id}`, work);
  }

  #admit(from: Storer, bytes: number): void {
    if (!this.#schedules.hasRoom(SCHEDULE_SHARES[from.pool])) throw this.#quotas.full('schedules');
    this.#quotas.admit('schedules', from, bytes + MESSAGE_BYTES);
    this.#schedules.add(1);
  }

  async #requireRoom(device: DeviceRow): Promise<void> {
    if ((await countOwnOf(this.#db, device.id)) < LIMITS.scheduledPerDevice) return;
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

/** As data and not as `notification`, which would appear in the person's inbox on all their devices. */
function payloadOf(id: string, wanted: ScheduledNotification): Payload {
  const { title, body, data: given, category, app } = wanted;
  const own = JSON.stringify({ id, title, body, data: given, category, app });
  const data = { [OWN_NOTIFICATION_KEY]: own };
  // Measured as it is sent: escaping makes JSON inside of JSON longer.
  const bytes = Buffer.byteLength(JSON.stringify(data));
  if (bytes <= LIMITS.scheduledBytes) return { data, priority: 'high' };
  throw new ApiError(
    'body-too-large',
    `The notification is ${bytes} bytes; a push service carries ${LIMITS.scheduledBytes}.`,
  );
}
