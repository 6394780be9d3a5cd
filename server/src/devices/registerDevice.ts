import { type DeviceRegistration, type RegisteredDevice, userTopic } from '@host/contracts';

import { ApiError } from '../ApiError.ts';
import { notifyDevices } from '../push/live/deviceChanges.ts';
import { readClock } from '../push/messages/clockRows.ts';
import {
  deleteSubscriptions,
  moveSubscriptions,
  subscriptionsOf,
} from '../push/topics/topicRows.ts';
import type { Database, Transaction } from '../storage/database/Database.types.ts';
import { addressOf } from './deviceAddress.ts';
import {
  type DeviceRow,
  changeToken,
  deleteDevice,
  findDevice,
  noteReplaced,
  upsertDevice,
} from './deviceRows.ts';

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
    const replaced =
      previousToken !== undefined && previousToken !== token
        ? await takeOver(tx, previousToken, token, by)
        : false;
    const before = await findDevice(tx, token);
    const address = addressOf(token, now);
    const { row, isNew } = await upsertDevice(tx, {
      token,
      platform,
      app: app ?? null,
      personId: by.personId,
      upstream: address ? JSON.stringify(address) : null,
      now,
      position: await readClock(tx),
    });
    if (before) await leavePerson(tx, before, by.personId);
    await notifyDevices(tx, [row.id]);
    return { device: await describe(tx, row), isNew: isNew && !replaced };
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

/** Lets a new token take the place of an old one. Says whether there was one. */
async function takeOver(
  tx: Transaction,
  oldToken: string,
  newToken: string,
  by: Registrant,
): Promise<boolean> {
  const old = await findDevice(tx, oldToken);
  if (!old) return false;
  const isTheirs =
    by.keyToken === oldToken || (old.person_id !== null && old.person_id === by.personId);
  // Otherwise whoever learns a token could have its pushes.
  if (!isTheirs) throw new ApiError('device-key-wrong', 'previousToken belongs to another device.');
  const existing = await findDevice(tx, newToken);
  if (existing) {
    await moveSubscriptions(tx, old.id, existing.id);
    await deleteDevice(tx, old.id);
    await notifyDevices(tx, [old.id]);
  } else await changeToken(tx, old.id, newToken);
  await noteReplaced(tx, oldToken, existing?.id ?? old.id);
  return existing === undefined;
}

// What is meant for the one who had the device is not for the one who has it.
async function leavePerson(tx: Transaction, before: DeviceRow, personId: string | null) {
  if (before.person_id === null || before.person_id === personId) return;
  await deleteSubscriptions(tx, userTopic(before.person_id), [before.id]);
}
