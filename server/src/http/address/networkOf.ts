import { isIPv6 } from 'node:net';

/**
 * What counts as one caller: an IPv4 address, or the /64 prefix of an IPv6 one, since whoever has one address in a /64 has
 * all 2^64.
 */
export function networkOf(address: string): string {
  const plain = plainAddress(address);
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const gap = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array.from({ length: gap }, () => '0'), ...after];
  return groups.slice(0, 4).join(':');
}

/**
 * The canonical form of an address: IPv4 inside of IPv6 becomes IPv4, IPv6 is in its shortest form and without a zone.
 * Anything malformed stays as it is.
 */
export function plainAddress(address: string): string {
  if (!address.includes(':')) return address;
  const [withoutZone = ''] = address.split('%');
  if (!isIPv6(withoutZone)) return address;
  const shortest = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(shortest) ?? [];
  if (high === undefined || low === undefined) return shortest;
  const [upper, lower] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [upper >> 8, upper & 255, lower >> 8, lower & 255].join('.');
}
