import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv4 } from 'node:net';

import { plainAddress } from './networkOf.ts';
import type { ProxyTrust } from './ProxyTrust.types.ts';

/** Returns the address that a request comes from. */
export type AddressOf = (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string;

/**
 * The only place that decides which address a request comes from. Anybody can send X-Forwarded-For, so it is read from
 * its end, which the nearest proxy appended, and only as far back as the proxies are trusted.
 */
export function createAddressReader(trust: ProxyTrust): AddressOf {
  const isTrusted = trustIn(trust);
  return ({ headers, socket }) => {
    let address = plainAddress(socket.remoteAddress ?? '');
    if (!isTrusted(address, 0)) return address;
    const forwarded = headers['x-forwarded-for'];
    const claims = (Array.isArray(forwarded) ? forwarded.join() : (forwarded ?? '')).split(',');
    for (let hop = 0; hop < claims.length && isTrusted(address, hop); hop++) {
      const claimed = addressIn(claims[claims.length - 1 - hop]!);
      // Nothing before a malformed part can be trusted either.
      if (claimed === undefined) break;
      address = claimed;
    }
    return address;
  };
}

function trustIn(trust: ProxyTrust): (address: string, hop: number) => boolean {
  if (trust.kind === 'nobody') return () => false;
  if (trust.kind === 'hops') return (_, hop) => hop < trust.hops;
  const networks = new BlockList();
  for (const { address, bits, family } of trust.networks) networks.addSubnet(address, bits, family);
  return (address) =>
    isIP(address) !== 0 && networks.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
}

/** The address in one part of the header; some proxies add a port. */
function addressIn(part: string): string | undefined {
  const text = part.trim();
  const [, bracketed] = /^\[([^\]]+)\](?::\d+)?$/.exec(text) ?? [];
  const [, beforePort] = /^([\d.]+):\d+$/.exec(text) ?? [];
  const address = plainAddress(bracketed ?? beforePort ?? text);
  return isIP(address) === 0 ? undefined : address;
}
