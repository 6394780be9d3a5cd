import { type DeviceRegistration, type RegisteredDevice, userTopic } from '@host/contracts';

import { collectInboxes } from '../inbox/collectInboxes.ts';
import { notifyDevices } from '../push/live/deviceChanges.ts';
import { readClock } from '../push/messages/clockRows.ts';
import { deleteSubscriptions, subscriptionsOf } from '../push/topics/topicRows.ts';
import type { Database, Transaction } from '../storage/database/Database.types.ts';
import { demandOwnKey } from './demandOwnKey.ts';
import { addressOf } from './deviceAddress.ts';
import {
  type DeviceRow,
  type NewDevice,
  findDeviceOfKey,
  forgetKeys,
  lockDevice,
  upsertDevice,
} from './deviceRows.ts';
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
    await demandOwnKey(tx, registration.token, by);
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
    const before = await lockDevice(tx, token);
    if (before && before.person_id !== by.personId) await forgetForeignKeys(tx, before, by);
    const leftAt = before && (await leavePerson(tx, before, by.personId));
    const position = leftAt ?? device.position;
    const { row, isNew } = await upsertDevice(tx, { ...device, position });
    if (before?.person_id === null) await joinPerson(tx, row);
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

/**
 * What was sent until here is in the inbox of the one who had the device, and what is meant for them is not for the one
 * who has it. Says which position was the last of theirs; undefined when nobody leaves it.
 */
async function leavePerson(
  tx: Transaction,
  before: DeviceRow,
  personId: string | null,
): Promise<number | undefined> {
  if (before.person_id === null || before.person_id === personId) return undefined;
  // Also for who has it next: their inbox must not go past what is sent from here on before the device is seen as theirs.
  const people = personId === null ? [before.person_id] : [before.person_id, personId];
  const leftAt = await collectInboxes(tx, people);
  await deleteSubscriptions(tx, userTopic(before.person_id), [before.id]);
  return leftAt;
}

// Whoever knows a token of another service can give it a key of their own: it opens nothing of who registers it next.
async function forgetForeignKeys(tx: Transaction, { id }: DeviceRow, by: Registrant) {
  const opened = by.keyToken === undefined ? undefined : await findDeviceOfKey(tx, by.keyToken);
  if (opened?.id !== id) await forgetKeys(tx, id);
}

// While it was nobody's, their inbox went on without it.
async function joinPerson(tx: Transaction, { person_id, owner_since }: DeviceRow): Promise<void> {
  if (person_id !== null) await collectInboxes(tx, [person_id], owner_since);
}
