import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { callbackify } from 'node:util';

import { addressesOfName } from '../../../http/address/addressesOfName.ts';
import { isPublicAddress } from '../../../http/address/isPublicAddress.ts';

/** The error code of {@link lookupPublic} for a name that resolves to a private address. */
export const PRIVATE_ADDRESS = 'ERR_PRIVATE_ADDRESS';

/**
 * Resolves a name to public addresses only. It is used as the lookup of the connection itself, so that a name that
 * resolves differently a moment later (DNS rebinding) changes nothing.
 */
export const lookupPublic: LookupFunction = (hostname, { all }, callback) => {
  findPublic(hostname, (error, found) => {
    // Null when there is none, whatever the types say.
    if (error as Error | null) callback(error, '');
    else if (all) callback(null, found);
    else callback(null, found[0].address, found[0].family);
  });
};

const findPublic = callbackify(
  async (hostname: string): Promise<[LookupAddress, ...LookupAddress[]]> => {
    const found = await addressesOfName(hostname);
    const [first, ...others] = found.filter(({ address }) => isPublicAddress(address));
    if (!first) throw privateAddressError(hostname);
    return [first, ...others];
  },
);

function privateAddressError(hostname: string): NodeJS.ErrnoException {
  const text = `${hostname} has no public address`;
  return Object.assign(new Error(text), { code: PRIVATE_ADDRESS });
}
