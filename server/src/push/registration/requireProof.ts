import type { DeviceRegistration } from '@host/contracts';

import { ApiError } from '../../errors/ApiError.ts';
import type { Queries } from '../../storage/database/Database.types.ts';
import { type Claims, isTheirs } from '../devices/claims.ts';
import type { DeviceRow } from '../devices/deviceRows.ts';
import { isOurToken } from '../devices/deviceToken.ts';
import type { DeviceAddress } from '../transports/Transport.types.ts';
import { addressOf } from './deviceAddress.ts';

/** Redeems the code of a token; throws when it is not valid. */
export type RedeemProof = (tx: Queries, token: string, code: string) => Promise<void>;

/** A token is registered without proof that its device is the caller's. */
export class ProofMissing extends Error {
  /** The address at which the token's push service reaches the device; undefined for our own tokens, which have a key. */
  readonly address: DeviceAddress | undefined;

  constructor(address: DeviceAddress | undefined) {
    super('The device is not theirs, as far as they have shown.');
    this.address = address;
  }
}

/** Throws without proof that the device of a token is the caller's. Returns the kind of proof. */
export async function proofOf(
  tx: Queries,
  known: DeviceRow,
  { token }: DeviceRegistration,
  by: Claims,
  redeem: RedeemProof,
): Promise<'claim' | 'code'> {
  // A token of ours is the digest of its key: whoever has the key owns the token, even after it was replaced.
  if (by.keyTokens.has(token) || (await isTheirs(tx, known, by))) return 'claim';
  // Derived from the stored data: an address from the caller proves nothing.
  const address = addressOf({ token, platform: known.platform }, known.created_at);
  if (by.proof === undefined || !address) throw new ProofMissing(address);
  await redeem(tx, token, by.proof);
  return 'code';
}

/** Throws unless the device whose token is replaced is the caller's as well. */
export async function requirePrevious(
  tx: Queries,
  { known, previous }: { known: DeviceRow | undefined; previous: DeviceRow | undefined },
  { token, previousToken }: DeviceRegistration,
  by: Claims,
): Promise<void> {
  if (previousToken === undefined || by.keyTokens.has(previousToken)) return;
  if (previous) {
    const isProven = known?.token === token && known.id === previous.id;
    if (isProven || (await isTheirs(tx, previous, by))) return;
  } else if (!isOurToken(previousToken) || isOurToken(token)) {
    // No device has it, so there is nothing to take over.
    return;
  }
  throw new ApiError('device-key-wrong', 'previousToken belongs to another device.');
}
