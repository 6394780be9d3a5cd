import { expect, it } from 'vitest';

import { addressesOf } from './addressesOf.ts';

it.each([
  ['127.0.0.1', 'http://localhost:9002'],
  ['::1', 'http://localhost:9002'],
  ['192.168.1.7', 'http://192.168.1.7:9002'],
  ['laptop.local', 'http://laptop.local:9002'],
  ['fd00::7', 'http://[fd00::7]:9002'],
])('a server that listens on %s is reached at %s', (host, address) => {
  expect(addressesOf(host, 9002)).toEqual([address]);
});

it.each(['0.0.0.0', '::'])('one that listens on %s is reached at every address', (host) => {
  const addresses = addressesOf(host, 9002);
  expect(addresses.at(-1)).toBe('http://localhost:9002');
  for (const address of addresses) expect(new URL(address).port).toBe('9002');
});
