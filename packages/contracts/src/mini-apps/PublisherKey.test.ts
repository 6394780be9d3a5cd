import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

import { ArchiveSignature } from './ArchiveSignature.ts';
import { PublisherKeyRequest } from './PublisherKey.ts';

// RFC 8032, 7.1, test 1.
const publicKey = '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=';
const request = { appId: 'com.acme.orders', name: 'CI', publicKey };

const accepts = (change: object) =>
  z.safeParse(PublisherKeyRequest, { ...request, ...change }).success;

describe('PublisherKeyRequest', () => {
  it('accepts the 32 bytes of an Ed25519 key in base64', () => {
    expect(z.safeParse(PublisherKeyRequest, request)).toEqual({ success: true, data: request });
  });

  it.each([
    publicKey.slice(1),
    `A${publicKey}`,
    publicKey.slice(0, -1),
    publicKey.replace('/', '_'),
    // The same bytes: bits of the last digit that carry nothing are set.
    publicKey.replace('o=', 'p='),
    ` ${publicKey}`,
    `${publicKey}\n`,
    '-----BEGIN PUBLIC KEY-----',
    '',
  ])('refuses the public key %j', (other) => {
    expect(accepts({ publicKey: other })).toBe(false);
  });

  it('refuses fields that do not exist, an appId and a name that are none', () => {
    expect(accepts({ privateKey: 'x' })).toBe(false);
    expect(accepts({ appId: 'orders' })).toBe(false);
    expect(accepts({ name: ' ' })).toBe(false);
  });
});

describe('ArchiveSignature', () => {
  const keyId = '0123456789abcdef';
  const whole = `${'A'.repeat(85)}Q==`;
  const fits = (value: object) => z.safeParse(ArchiveSignature, value).success;

  it('accepts the id of a key and 64 bytes in base64', () => {
    expect(fits({ keyId, signature: whole })).toBe(true);
  });

  it.each(['', 'A'.repeat(88), `${'A'.repeat(85)}B==`, `${'A'.repeat(84)}Q==`, `${whole}\n`])(
    'refuses the signature %j',
    (other) => {
      expect(fits({ keyId, signature: other })).toBe(false);
    },
  );

  it.each(['', '0123456789ABCDEF', '0123456789abcde', '0123456789abcdef0'])(
    'refuses the key id %j',
    (other) => {
      expect(fits({ keyId: other, signature: whole })).toBe(false);
    },
  );
});
