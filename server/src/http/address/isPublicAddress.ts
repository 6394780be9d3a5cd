import { BlockList, isIP } from 'node:net';

/**
 * Everything that is not the public internet (IANA's special-purpose registries), including IPv6 addresses that embed an
 * IPv4 one.
 */
const V4_RANGES: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Also the metadata services of most clouds.
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];
/** The only part of IPv6 that is allocated for the public internet; exceptions follow. */
const V6_PUBLIC = ['2000::', 3] as const;
const V6_RANGES: readonly (readonly [string, number])[] = [
  // Teredo and the other protocol assignments, documentation, 6to4, SRv6.
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const forbidden = new BlockList();
for (const [network, bits] of V4_RANGES) forbidden.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of V6_RANGES) forbidden.addSubnet(network, bits, 'ipv6');
const publicV6 = new BlockList();
publicV6.addSubnet(...V6_PUBLIC, 'ipv6');

/** Whether an address belongs to the public internet; false for anything malformed. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !forbidden.check(address, 'ipv4');
    // Mapped (::ffff:0:0/96), translated (64:ff9b::/96), local and unassigned ones are not public.
    case 6:
      return publicV6.check(address, 'ipv6') && !forbidden.check(address, 'ipv6');
    default:
      return false;
  }
}
