import type { PushErrorCode } from '@host/contracts';

import type { Queries } from '../../storage/database/Database.types.ts';
import { type Addressee, findAddressees } from '../devices/addresseeRows.ts';
import { isMalformedToken, isOurToken } from '../devices/deviceToken.ts';
import { isOfPackage } from '../messages/packages.ts';
import type { TokenOutcome } from '../protocol/answers.ts';
import type { ReadMessage } from '../protocol/readMessage.ts';
import { type Sender, mayReachApp } from '../server-keys/Senders.ts';
import type { DeviceAddress } from '../transports/Transport.types.ts';
import type { DeviceRates } from './DeviceRates.ts';

/** The devices that get a message, each once, and the outcome of every token for the answer. */
export interface Resolved {
  outcomes: TokenOutcome[];
  devices: { id: number; hasPushService: boolean }[];
}

/** Looks up the devices of tokens, and checks which of them may get the message. */
export async function resolveTokens(
  { db, rates, reachesApple }: { db: Queries; rates: DeviceRates; reachesApple: () => boolean },
  sender: Sender,
  tokens: readonly string[],
  message: ReadMessage,
  now: number,
): Promise<Resolved> {
  const malformed = tokens.map(isMalformedToken);
  const known = await findAddressees(
    db,
    tokens.filter((_token, index) => !malformed[index]),
  );
  const admitted = new Map<number, boolean>();
  const problemOf = (device: Addressee): PushErrorCode | undefined => {
    const problem = staticProblem(device, sender, message, reachesApple);
    if (problem || message.isDryRun) return problem;
    let isAdmitted = admitted.get(device.id);
    if (isAdmitted === undefined) {
      isAdmitted = rates.admit(device.id, message.collapseKey !== undefined, now);
      admitted.set(device.id, isAdmitted);
    }
    return isAdmitted ? undefined : 'DeviceMessageRateExceeded';
  };

  const devices = new Map<number, Resolved['devices'][number]>();
  const outcomes = tokens.map((token, index): TokenOutcome => {
    if (malformed[index]) return { error: 'InvalidRegistration' };
    const device = known.get(token);
    const error = device ? problemOf(device) : 'NotRegistered';
    if (!device || error) return { error: error ?? 'NotRegistered' };
    devices.set(device.id, { id: device.id, hasPushService: device.address !== null });
    return {
      deviceId: device.id,
      ...(device.token !== token && { canonical: device.token }),
    };
  });
  return { outcomes, devices: [...devices.values()] };
}

function staticProblem(
  device: Addressee,
  sender: Sender,
  { payload }: ReadMessage,
  reachesApple: () => boolean,
): PushErrorCode | undefined {
  // A device with a token of ours can connect, even if its push service rejects our keys.
  const isQuarantined = device.quarantined !== null && !isOurToken(device.token);
  // The same error as for an unknown token: a sender learns nothing about devices of other apps.
  if (!mayReachApp(sender, device.app)) return 'NotRegistered';
  if (isQuarantined) return 'MismatchSenderId';
  if (!isOfPackage(device.app, payload.restrictedPackageName)) return 'InvalidPackageName';
  const isUnreachable = device.address !== null && !reachesApple() && isForApple(device.address);
  return isUnreachable ? 'InvalidApnsCredential' : undefined;
}

function isForApple(address: string): boolean {
  return (JSON.parse(address) as DeviceAddress).transport === 'apns';
}
