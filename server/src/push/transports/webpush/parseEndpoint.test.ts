import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';

import { describe, expect, it, vi } from 'vitest';

import { parseEndpoint } from './parseEndpoint.ts';
import { isPublicAddress } from '../../../http/address/isPublicAddress.ts';
import { lookupPublic } from './lookupPublic.ts';

const NONE = new Set<string>();

describe('the address of a subscription', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
    'https://push.example:443/abc',
    'https://8.8.8.8/abc',
    'https://[2606:4700::1111]/abc',
  ])('may be %s', (text) => {
    expect(parseEndpoint(text, NONE)).toEqual({ url: new URL(text), isListed: false });
  });

  it.each([
    'http://push.example/abc',
    'ftp://push.example/abc',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'push.example/abc',
    '',
    'https://push.example:8443/abc',
    'https://push.example:22/abc',
    'https://user:password@push.example/abc',
    'https://127.0.0.1/abc',
    'https://2130706433/abc',
    'https://0x7f.1/abc',
    'https://127.1/abc',
    'https://0/abc',
    'https://10.0.0.1/abc',
    'https://169.254.169.254/latest/meta-data',
    'https://192.168.1.1/abc',
    'https://[::1]/abc',
    'https://[::ffff:127.0.0.1]/abc',
    'https://[::ffff:8.8.8.8]/abc',
    'https://[fd00::1]/abc',
    'https://[fe80::1]/abc',
    'https://[64:ff9b::7f00:1]/abc',
    'https://[2002:7f00:1::]/abc',
    `https://push.example/${'x'.repeat(2048)}`,
  ])('may not be %.60s', (text) => {
    expect(parseEndpoint(text, NONE)).toBeUndefined();
  });

  it('may be on this machine and without TLS where the operator listed its origin', () => {
    const listed = new Set(['http://127.0.0.1:9999']);
    expect(parseEndpoint('http://127.0.0.1:9999/abc', listed)?.isListed).toBe(true);
    expect(parseEndpoint('http://127.0.0.1:9998/abc', listed)).toBeUndefined();
    expect(parseEndpoint('https://127.0.0.1:9999/abc', listed)).toBeUndefined();
    expect(parseEndpoint('http://user@127.0.0.1:9999/abc', listed)).toBeUndefined();
  });
});

describe('a public address', () => {
  it.each(['1.1.1.1', '8.8.8.8', '172.15.0.1', '172.32.0.1', '2606:4700::1111', '2a00:1450::1'])(
    'is %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  const NOT_PUBLIC = [
    '0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.53 169.254.1.1 172.16.0.1 172.31.9.9',
    '192.0.0.8 192.168.0.1 198.18.0.1 203.0.113.9 224.0.0.1 255.255.255.255 ::',
    '::1 ::ffff:10.0.0.1 fc00::1 fe80::1 ff02::1 2001:db8::1 2001::1',
    '64:ff9b::a00:1 2002:a00:1:: 3fff::1 localhost ',
  ].flatMap((line) => line.split(' '));
  it.each([...NOT_PUBLIC, ''])('is not %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each([true, false])(
    'is not what a name of this machine is looked up to (all: %s)',
    async (all) => {
      const error = await new Promise((resolve) => {
        lookupPublic('localhost', { all }, (problem) => resolve(problem));
      });
      expect(error).toMatchObject({ code: 'ERR_PRIVATE_ADDRESS' });
    },
  );

  it('is not looked up in the threads that the whole process looks up names in', async () => {
    const lookup = vi.spyOn(dns, 'lookup');
    syncBuiltinESMExports();
    try {
      await new Promise((resolve) => {
        lookupPublic('localhost', { all: true }, resolve);
      });
      expect(lookup).not.toHaveBeenCalled();
    } finally {
      lookup.mockRestore();
      syncBuiltinESMExports();
    }
  });
});
