import { describe, expect, it } from 'vitest';

import { isPublicAddress } from './isPublicAddress.ts';

describe('an address in the public internet', () => {
  it.each([
    '1.1.1.1',
    '93.184.215.14',
    '172.15.0.1',
    '172.32.0.1',
    '2606:4700::1111',
    '2001:4860::8',
  ])('is %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    ['this host', '0.0.0.0'],
    ['loopback', '127.255.255.254'],
    ['private', '10.0.0.1'],
    ['private', '172.16.0.1'],
    ['private', '192.168.255.255'],
    ['of a carrier', '100.127.0.1'],
    ['link-local, where clouds have their metadata', '169.254.169.254'],
    ['for benchmarks', '198.19.0.1'],
    ['for documentation', '203.0.113.1'],
    ['multicast', '224.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['loopback', '::1'],
    ['unspecified', '::'],
    ['mapped', '::ffff:127.0.0.1'],
    ['mapped', '::ffff:8.8.8.8'],
    ['translated', '64:ff9b::a00:1'],
    ['6to4', '2002:a00:1::'],
    ['Teredo', '2001:0:1::1'],
    ['for documentation', '2001:db8::1'],
    ['unique local', 'fd12:3456::1'],
    ['link-local', 'fe80::1'],
    ['site-local', 'fec0::1'],
    ['multicast', 'ff02::1'],
    ['no address at all', 'localhost'],
    ['no address at all', ''],
  ])('is not one that is %s: %s', (_, address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});
