import { describe, expect, it } from 'vitest';

import { parseProxyTrust } from '../../config/parseProxyTrust.ts';
import { type AddressOf, createAddressReader } from './createAddressReader.ts';

type Asked = Parameters<AddressOf>[0];

function addressWith(trusted: string, remoteAddress: string, forwarded?: string): string {
  const parsed = parseProxyTrust(trusted);
  if (!parsed.ok) throw new Error(parsed.problem);
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return createAddressReader(parsed.trust)({ headers, socket: { remoteAddress } } as Asked);
}

describe('the address of a caller', () => {
  it.each([
    // [what it shows, TRUST_PROXY, who connects, X-Forwarded-For, the address]
    ['nobody is trusted by default', 'false', '203.0.113.1', '198.51.100.1', '203.0.113.1'],
    ['a trusted proxy is believed', '10.0.0.0/8', '10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['a stranger is not', '10.0.0.0/8', '203.0.113.1', '198.51.100.1', '203.0.113.1'],
    ['what the caller wrote before', 'loopback', '::1', '1.1.1.1, 198.51.100.1', '198.51.100.1'],
    ['through two proxies', '10.0.0.0/8', '10.0.0.1', '198.51.100.1, 10.0.0.2', '198.51.100.1'],
    ['mapped proxies', '10.0.0.0/8', '::ffff:10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['mapped callers', 'loopback', '127.0.0.1', '::ffff:198.51.100.1', '198.51.100.1'],
    ['mapped callers without a proxy', 'false', '::ffff:198.51.100.1', undefined, '198.51.100.1'],
    ['one hop', '1', '10.0.0.1', '1.1.1.1, 198.51.100.1', '198.51.100.1'],
    ['two hops', '2', '10.0.0.1', '1.1.1.1, 198.51.100.1, 10.0.0.2', '198.51.100.1'],
    ['fewer hops than said', '3', '10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['a proxy that says nothing', 'loopback', '127.0.0.1', undefined, '127.0.0.1'],
    ['with a port', 'loopback', '127.0.0.1', '198.51.100.1:4711', '198.51.100.1'],
    ['IPv6 with a port', 'loopback', '127.0.0.1', '[2001:db8::0:7]:4711', '2001:db8::7'],
    ['no address', 'loopback', '127.0.0.1', '1.1.1.1, unknown', '127.0.0.1'],
    ['an empty part', 'loopback', '127.0.0.1', '1.1.1.1, ', '127.0.0.1'],
  ])('%s', (_, trusted, remote, forwarded, expected) => {
    expect(addressWith(trusted, remote, forwarded)).toBe(expected);
  });
});
