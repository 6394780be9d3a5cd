import { expect, it } from 'vitest';

import { fromBase64, toBase64 } from './base64.ts';
import { pureCrypto } from './pureCrypto.ts';

const fromHex = (text: string) =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

// The second test of RFC 8032, 7.1: the message is one byte, 0x72.
const KEY = toBase64(fromHex('3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c'));
const SIGNATURE = toBase64(
  fromHex(
    '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  ),
);

it('digests are those of everybody else', async () => {
  expect(await pureCrypto.sha256(new TextEncoder().encode('abc'))).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
});

it('a signature holds for its text and its key alone', async () => {
  expect(await pureCrypto.verify('r', SIGNATURE, KEY)).toBe(true);
  expect(await pureCrypto.verify('s', SIGNATURE, KEY)).toBe(false);
  expect(await pureCrypto.verify('r', 'bm9uZQ==', KEY)).toBe(false);
  expect(await pureCrypto.verify('r', SIGNATURE, '!')).toBe(false);
});

it('bytes survive base64, however many there are', () => {
  const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => index % 256);
  expect(fromBase64(toBase64(bytes))).toEqual(bytes);
});
