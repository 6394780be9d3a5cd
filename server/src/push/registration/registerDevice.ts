import { type DeviceRegistration, type RegisteredDevice, userTopic } from '@host/contracts';

import { MAX_DEVICES_PER_PERSON } from '../../operations/quotas/quotaLimits.ts';
import type { Database, Transaction } from '../../storage/database/Database.types.ts';
import { type Claims, holdsKeyOf, isTheirs } from '../devices/claims.ts';
import { notifyDevices } from '../devices/deviceChanges.ts';
import {
  type DeviceRow,
  type NewDevice,
  devicesBeyond,
  forgetKeys,
  forgetReplaced,
  insertDevice,
  noteSeen,
  updateDevice,
} from '../devices/deviceRows.ts';
import { isOurToken } from '../devices/deviceToken.ts';
import { deleteSubscriptions, subscriptionsOf } from '../devices/topicRows.ts';
import { collectInboxes } from '../inbox/collectInboxes.ts';
import { readClock } from '../messages/clockRows.ts';
import { forgetDevices } from '../removal/forgetDevices.ts';
import { type RedeemProof, demandPrevious, proofOf } from './demandProof.ts';
import { addressOf } from './deviceAddress.ts';
import { isRepetition } from './isRepetition.ts';
import { Overtaken, lockBehind } from './lockBehind.ts';
import { takeOver } from './takeOver.ts';

const MOST_ATTEMPTS = 5;

/**
 * Registers a token. The same token is always one device: whoever proves that it is theirs moves it to themselves by
 * registering it again. Throws `ProofMissing` when they do not.
 */
export async function registerDevice(
  db: Database,
  registration: DeviceRegistration,
  by: Claims,
  options: { now: number; redeem: RedeemProof },
): Promise<{ device: RegisteredDevice; isNew: boolean }> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction((tx) => register(tx, registration, by, options));
    } catch (error) {
      if (!(error instanceof Overtaken) || attempt === MOST_ATTEMPTS) throw error;
    }
  }
}

async function register(
  tx: Transaction,
  registration: DeviceRegistration,
  claims: Claims,
  { now, redeem }: { now: number; redeem: RedeemProof },
): Promise<{ device: RegisteredDevice; isNew: boolean }> {
  const { token, platform, app, previousToken } = registration;
  const address = addressOf(registration, now);
  const [known, previous] = await lockBehind(tx, [token, previousToken]);
  const by = await bindable(tx, token, known, claims);
  if (known && (await isRepetition(tx, known, previous, registration, by))) {
    await noteSeen(tx, known.id, now);
    // What it has, and when it was there, is told to those who have proven that it is theirs.
    return { device: answer(known.id, [], now), isNew: false };
  }
  const proof = known && (await proofOf(tx, known, registration, by, redeem));
  await demandPrevious(tx, { known, previous }, registration, claims);

  const device: NewDevice = {
    token,
    platform,
    app: app ?? null,
    personId: by.personId,
    upstream: address ? JSON.stringify(address) : null,
    now,
    position: await readClock(tx),
    hasCome: by.personId !== null || proof === 'code',
  };
  const existing = known?.token === token ? known : undefined;
  const own = existing ?? (await insertDevice(tx, device));
  // Somebody else has registered it this moment: whether it is theirs has to be asked again.
  if (!own) throw new Overtaken();
  const taken =
    previousToken === undefined ? undefined : await takeOver(tx, previousToken, own, device);
  const isAsWanted = !existing && !taken;
  const row = isAsWanted ? own : await move(tx, taken ?? own, device, by, proof === 'code');
  await forgetReplaced(tx, token);
  if (by.personId !== null) await forgetOldest(tx, by.personId);
  await notifyDevices(tx, [row.id]);
  const topics = (await subscriptionsOf(tx, row.id)).map(({ topic }) => topic);
  const isNew = !existing && !(taken && previous);
  return { device: answer(row.id, topics, row.last_seen), isNew };
}

/**
 * What counts of somebody's claims: a token of ours becomes a person's for its key alone, also where nobody has it at the
 * moment. Senders may still use it, and what they send is in the inbox of whoever has it.
 */
async function bindable(
  tx: Transaction,
  token: string,
  known: DeviceRow | undefined,
  claims: Claims,
): Promise<Claims> {
  if (!isOurToken(token) || claims.keyTokens.has(token)) return claims;
  if (known && (await isTheirs(tx, known, claims))) return claims;
  return { ...claims, personId: null };
}

/** Moves a device to whoever registers it. */
async function move(
  tx: Transaction,
  before: DeviceRow,
  device: NewDevice,
  by: Claims,
  isByCode: boolean,
): Promise<DeviceRow> {
  if (before.person_id !== by.personId || isByCode) await forgetForeignKeys(tx, before, by);
  const leftAt = await leavePerson(tx, before, by.personId);
  const row = await updateDevice(tx, { ...device, position: leftAt ?? device.position });
  if (before.person_id === null) await joinPerson(tx, row);
  return row;
}

function answer(id: number, topics: string[], lastSeen: number): RegisteredDevice {
  return { deviceId: String(id), topics, lastSeen: new Date(lastSeen).toISOString() };
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

// A key that they do not hold is of somebody who had the device before them: it opens nothing of theirs.
async function forgetForeignKeys(tx: Transaction, device: DeviceRow, by: Claims): Promise<void> {
  if (!(await holdsKeyOf(tx, device, by))) await forgetKeys(tx, device.id);
}

// A person can have any number of tokens registered; devices that are in use are few.
async function forgetOldest(tx: Transaction, personId: string): Promise<void> {
  const beyond = await devicesBeyond(tx, personId, MAX_DEVICES_PER_PERSON);
  await forgetDevices(
    tx,
    beyond.map(({ id }) => id),
  );
}

// While it was nobody's, their inbox went on without it.
async function joinPerson(tx: Transaction, { person_id, owner_since }: DeviceRow): Promise<void> {
  if (person_id !== null) await collectInboxes(tx, [person_id], owner_since);
}
