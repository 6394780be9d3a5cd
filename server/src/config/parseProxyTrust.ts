import { isIP } from 'node:net';

import type { Network, ProxyTrust } from '../http/address/ProxyTrust.types.ts';

const MAX_HOPS = 16;
const FAMILY_BITS = { 4: 32, 6: 128 } as const;

/** Named networks, with the names that other servers use. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

const WHAT_TO_WRITE = `Write the addresses of your proxies, for example "10.0.0.5, 2001:db8::5" or "loopback", or how many proxies there are (1 to ${MAX_HOPS}) where nothing but they can connect`;

/** Reads `TRUST_PROXY`: a number of proxies, or networks joined by commas. */
export function parseProxyTrust(
  text: string | undefined,
): { ok: true; trust: ProxyTrust } | { ok: false; problem: string } {
  if (text === undefined || text === 'false') return { ok: true, trust: { kind: 'nobody' } };
  if (/^true$/i.test(text)) {
    const why = 'must not be "true": every caller could then claim any address';
    return { ok: false, problem: `${why}. ${WHAT_TO_WRITE}` };
  }
  if (/^\d+$/.test(text)) {
    const hops = Number(text);
    if (hops >= 1 && hops <= MAX_HOPS) return { ok: true, trust: { kind: 'hops', hops } };
  }
  const networks: Network[] = [];
  for (const part of text.split(',').map((each) => each.trim())) {
    const named = Object.hasOwn(NAMED, part) ? NAMED[part]! : [part];
    for (const each of named) {
      const network = parseNetwork(each);
      if (!network)
        return { ok: false, problem: `has "${part}" that is no network. ${WHAT_TO_WRITE}` };
      networks.push(network);
    }
  }
  return { ok: true, trust: { kind: 'networks', networks } };
}

/** An address, or a network as `address/bits`. A prefix of 0 bits is refused: it trusts everybody, as `true` would. */
function parseNetwork(text: string): Network | undefined {
  const [address = '', ending, ...rest] = text.split('/');
  const version = isIP(address);
  if ((version !== 4 && version !== 6) || address.includes('%') || rest.length > 0)
    return undefined;
  const most = FAMILY_BITS[version];
  const bits = ending === undefined ? most : /^\d{1,3}$/.test(ending) ? Number(ending) : 0;
  if (bits < 1 || bits > most) return undefined;
  return { address, bits, family: version === 4 ? 'ipv4' : 'ipv6' };
}
