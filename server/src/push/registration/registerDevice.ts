import type { DeviceRegistration, RegisteredDevice } from '@host/contracts';

import type { Database, Transaction } from '../../storage/database/Database.types.ts';
import { ConcurrentChange } from '../device-lifecycle/ConcurrentChange.ts';
import { lockByTokens } from '../device-lifecycle/lockByTokens.ts';
import { saveRegistration } from '../device-lifecycle/saveRegistration.ts';
import type { NewDevice } from '../device-lifecycle/ownershipRows.ts';
import { type Claims, isTheirs } from '../devices/claims.ts';
import { type DeviceRow, noteSeen } from '../devices/deviceRows.ts';
import { isOurToken } from '../devices/deviceToken.ts';
import { subscriptionsOf } from '../devices/topicRows.ts';
import { readClock } from '../messages/clockRows.ts';
import { type RedeemProof, requirePrevious, proofOf } from './requireProof.ts';
import { addressOf } from './deviceAddress.ts';
import { isRepetition } from './isRepetition.ts';

const MAX_ATTEMPTS = 5;

/**
 * Registers a token. A token is always the same device: whoever proves that it is theirs takes it over by registering it
 * again. Throws `ProofMissing` without proof.
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
      if (!(error instanceof ConcurrentChange) || attempt === MAX_ATTEMPTS) throw error;
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
  const [known, previous] = await lockByTokens(tx, [token, previousToken]);
  const by = await bindable(tx, token, known, claims);
  if (known && (await isRepetition(tx, known, previous, registration, by))) {
    await noteSeen(tx, known.id, now);
    // Its topics and its last-seen time are only revealed with proof.
    return { device: answer(known.id, [], now), isNew: false };
  }
  const proof = known && (await proofOf(tx, known, registration, by, redeem));
  await requirePrevious(tx, { known, previous }, registration, claims);

  const device: NewDevice = {
    token,
    platform,
    app: app ?? null,
    personId: by.personId,
    address: address ? JSON.stringify(address) : null,
    now,
    position: await readClock(tx),
    hasCome: by.personId !== null || proof === 'code',
  };
  const existing = known?.token === token ? known : undefined;
  const isByCode = proof === 'code';
  const saved = await saveRegistration(tx, { device, existing, previousToken, by, isByCode });
  const { id, last_seen } = saved.row;
  const topics = (await subscriptionsOf(tx, id)).map(({ topic }) => topic);
  const isNew = !existing && !(saved.hadToken && previous);
  return { device: answer(id, topics, last_seen), isNew };
}

/**
 * The claims that count: a token of ours is assigned to a person only with its key, even if no device has it at the moment.
 * Senders may still use it, and what they send goes to the inbox of its owner.
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

function answer(id: number, topics: string[], lastSeen: number): RegisteredDevice {
  return { deviceId: String(id), topics, lastSeen: new Date(lastSeen).toISOString() };
}
