import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';

import { isPublicAddress } from '../../../http/address/isPublicAddress.ts';

/** The error code of {@link lookupPublic} for a name that resolves to a private address. */
export const PRIVATE_ADDRESS = 'ERR_PRIVATE_ADDRESS';

/**
 * Resolves a name to public addresses only. It is used as the lookup of the connection itself, so that a name that
 * resolves differently a moment later (DNS rebinding) changes nothing.
 */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  const all: LookupOptions & { all: true } = { ...options, all: true };
  lookup(hostname, all, (error, found: LookupAddress[]) => {
    if (error) return callback(error, '');
    const [first, ...others] = found.filter(({ address }) => isPublicAddress(address));
    if (!first) return callback(privateAddressError(hostname), '');
    if (options.all) callback(null, [first, ...others]);
    else callback(null, first.address, first.family);
  });
};

function privateAddressError(hostname: string): NodeJS.ErrnoException {
  const text = `${hostname} has no public address`;
  return Object.assign(new Error(text), { code: PRIVATE_ADDRESS });
}
