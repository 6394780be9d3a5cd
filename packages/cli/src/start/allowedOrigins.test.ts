import { hostname } from 'node:os';

import { describe, expect, it } from 'vitest';

import { isAllowedHost, isAllowedOrigin } from './allowedOrigins.ts';

const NETWORK = '0.0.0.0';
const MACHINE = '127.0.0.1';

describe('the dev server, opened to the network', () => {
  it.each(['192.168.1.5:9002', '203.0.113.7', '[fe80::1]:9002', 'localhost:9002', hostname()])(
    'answers to %s',
    (host) => {
      expect(isAllowedHost(host, NETWORK)).toBe(true);
    },
  );

  it('answers to the name that it was given', () => {
    expect(isAllowedHost('My-Machine.example:9002', 'my-machine.example')).toBe(true);
    expect(isAllowedOrigin('http://my-machine.example:8080', 'my-machine.example')).toBe(true);
  });

  it.each(['evil.example', '192.168.1.5.evil.example:9002', 'localhost.evil.example', undefined])(
    'does not answer to %s, which a page may have pointed here',
    (host) => {
      expect(isAllowedHost(host, NETWORK)).toBe(false);
    },
  );

  it.each(['http://192.168.1.5:8080', 'http://[fd00::5]:8080', 'http://localhost:8080'])(
    'lets pages of the network read: %s',
    (origin) => {
      expect(isAllowedOrigin(origin, NETWORK)).toBe(true);
    },
  );

  it.each([
    'https://evil.example',
    'http://203.0.113.7',
    'http://192.168.1.5.evil.example',
    'null',
  ])('lets no page of the internet read: %s', (origin) => {
    expect(isAllowedOrigin(origin, NETWORK)).toBe(false);
  });
});

describe('the dev server on this machine alone', () => {
  it.each(['192.168.1.5:9002', hostname() + '.evil.example'])('does not answer to %s', (host) => {
    expect(isAllowedHost(host, MACHINE)).toBe(false);
    expect(isAllowedOrigin(`http://${host}`, MACHINE)).toBe(false);
  });
});
