import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';

import { ApiError } from '../../../errors/ApiError.ts';
import { addressesOfName } from '../../../http/address/addressesOfName.ts';
import { isPublicAddress } from '../../../http/address/isPublicAddress.ts';
import type { FindAddresses, UpstreamGuard } from './UpstreamGuard.types.ts';

const LOOKUP_LIMIT_MS = 5000;

/** Resolves names as other programs of the machine do, including those in its hosts file. */
const asMachine: FindAddresses = (hostname) => lookup(hostname, { all: true });

/** Allows https addresses in the public internet, and the origins that the operator listed. */
export function createUpstreamGuard(
  listedOrigins: readonly string[],
  findAddresses?: FindAddresses,
): UpstreamGuard {
  const listed = new Set(listedOrigins);
  // Listed origins may be at any address, and need not use https.
  const isListed = (url: URL) => listed.has(url.origin);

  const addressesOf: UpstreamGuard['addressesOf'] = async (url) => {
    // `URL` has turned decimal, octal and hexadecimal forms of IPv4 addresses into the usual one.
    const hostname = url.hostname.replace(/^\[(.*)\]$/, '$1');
    const family = isIP(hostname);
    const find = findAddresses ?? (isListed(url) ? asMachine : addressesOfName);
    const found =
      family === 0
        ? await inTime(find(hostname)).catch((cause: unknown) => {
            throw new ApiError('upstream-not-allowed', `${hostname} has no address.`, { cause });
          })
        : [{ address: hostname, family }];
    // Refused if any address is not allowed: otherwise repeated requests would reach that one eventually.
    if (!isListed(url) && !found.every(({ address }) => isPublicAddress(address))) {
      throw new ApiError(
        'upstream-not-allowed',
        `${hostname} does not lie in the public internet.`,
      );
    }
    if (found.length > 0) return found;
    throw new ApiError('upstream-not-allowed', `${hostname} has no address.`);
  };

  return {
    addressesOf,
    async requireAllowed(text) {
      const url = new URL(text);
      if (url.protocol !== 'https:' && !isListed(url)) {
        throw new ApiError(
          'upstream-not-allowed',
          'An upstream is given the tokens of people, so it has to use https.',
        );
      }
      await addressesOf(url);
    },
  };
}

function inTime<Value>(promise: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error('The name could not be looked up in time')),
      LOOKUP_LIMIT_MS,
    );
  });
  return Promise.race([promise, limit]).finally(() => clearTimeout(timer));
}
