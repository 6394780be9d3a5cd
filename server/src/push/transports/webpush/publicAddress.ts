import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import { BlockList, type LookupFunction, isIP } from 'node:net';

/** Addresses that lead to this machine, its network or nowhere, and forms of IPv6 that hide one of IPv4. */
const NOT_PUBLIC: readonly [string, number, 'ipv4' | 'ipv6'][] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.88.99.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
];
/** Of IPv6 only what is routed in the open counts, without its special parts. */
const PUBLIC_IPV6 = ['2000::', 3] as const;
const NOT_PUBLIC_IPV6: readonly [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const notPublic = new BlockList();
for (const [net, prefix, family] of NOT_PUBLIC) notPublic.addSubnet(net, prefix, family);
for (const [net, prefix] of NOT_PUBLIC_IPV6) notPublic.addSubnet(net, prefix, 'ipv6');
const publicIpv6 = new BlockList();
publicIpv6.addSubnet(...PUBLIC_IPV6, 'ipv6');

/** The code of the error with which {@link lookupPublic} answers for a name that leads inside. */
export const PRIVATE_ADDRESS = 'ERR_PRIVATE_ADDRESS';

/** Whether an IP address is one of the open internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !notPublic.check(address, 'ipv4');
  return family === 6 && publicIpv6.check(address, 'ipv6') && !notPublic.check(address, 'ipv6');
}

/**
 * Looks a name up for a connection and gives only public addresses. It is the look-up of the connection itself, so that
 * a name that answers differently a moment later changes nothing.
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
