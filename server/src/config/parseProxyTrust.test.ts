import { describe, expect, it } from 'vitest';

import { parseProxyTrust } from './parseProxyTrust.ts';

describe('TRUST_PROXY', () => {
  it.each([undefined, 'false'])('%s trusts nobody', (text) => {
    expect(parseProxyTrust(text)).toEqual({ ok: true, trust: { kind: 'nobody' } });
  });

  it('is a number of proxies', () => {
    expect(parseProxyTrust('2')).toEqual({ ok: true, trust: { kind: 'hops', hops: 2 } });
  });

  it('is a list of addresses, networks and their names', () => {
    expect(parseProxyTrust('192.0.2.1, 2001:db8::/32,loopback')).toEqual({
      ok: true,
      trust: {
        kind: 'networks',
        networks: [
          { address: '192.0.2.1', bits: 32, family: 'ipv4' },
          { address: '2001:db8::', bits: 32, family: 'ipv6' },
          { address: '127.0.0.0', bits: 8, family: 'ipv4' },
          { address: '::1', bits: 128, family: 'ipv6' },
        ],
      },
    });
  });

  it('is never true alone, and says what to write instead', () => {
    const refused = parseProxyTrust('true');
    expect(refused).toMatchObject({ ok: false });
    expect('problem' in refused && refused.problem).toMatch(
      /must not be "true".+10\.0\.0\.5.+how many proxies/,
    );
  });

  it.each([
    '0',
    '17',
    '0.0.0.0/0',
    '::/0',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0.0/-1',
    '010.0.0.0/8',
    'fe80::1%eth0',
    'proxy.example',
    'toString',
    '127.0.0.1,',
  ])('does not take %s', (text) => {
    expect(parseProxyTrust(text)).toMatchObject({ ok: false });
  });
});
