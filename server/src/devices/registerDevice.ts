import { type DeviceRegistration, type RegisteredDevice, userTopic } from '@host/contracts';

import { notifyDevices } from '../push/live/deviceChanges.ts';
import { readClock } from '../push/messages/clockRows.ts';
import { deleteSubscriptions, subscriptionsOf } from '../push/topics/topicRows.ts';
import type { Database, Transaction } from '../storage/database/Database.types.ts';
import { addressOf } from './deviceAddress.ts';
import { type DeviceRow, type NewDevice, findDevice, upsertDevice } from './deviceRows.ts';
import { takeOver } from './takeOver.ts';

/** Who registers a device. */
export interface Registrant {
  personId: string | null;
  /** The token whose key they hold. */
  keyToken: string | undefined;
}

/**
 * Registers a token. The same token is always one device: registering it again moves it to whoever does so now, and
 * says that it is still there.
 */
export function registerDevice(
  db: Database,
  registration: DeviceRegistration,
  by: Registrant,
  now: number,
): Promise<{ device: RegisteredDevice; isNew: boolean }> {
  return db.transaction(async (tx) => {
    const { token, platform, app, previousToken } = registration;
    const address = addressOf(registration, now);
    const device: NewDevice = {
      token,
      platform,
      app: app ?? null,
      personId: by.personId,
      upstream: address ? JSON.stringify(address) : null,
      now,
      position: await readClock(tx),
    };
    const renamed =
      previousToken === undefined ? undefined : await takeOver(tx, previousToken, device, by);
    const before = await findDevice(tx, token);
    const { row, isNew } = await upsertDevice(tx, device);
    if (before) await leavePerson(tx, before, by.personId);
    await notifyDevices(tx, [row.id]);
    return { device: await describe(tx, row), isNew: renamed?.isNew ?? isNew };
  });
}

async function describe(tx: Transaction, row: DeviceRow): Promise<RegisteredDevice> {
  const subscriptions = await subscriptionsOf(tx, row.id);
  return {
    deviceId: String(row.id),
    topics: subscriptions.map(({ topic }) => topic),
    lastSeen: new Date(row.last_seen).toISOString(),
  };
}

// What is meant for the one who had the device is not for the one who has it.
async function leavePerson(tx: Transaction, before: DeviceRow, personId: string | null) {
  if (before.person_id === null || before.person_id === personId) return;
  await deleteSubscriptions(tx, userTopic(before.person_id), [before.id]);
}
