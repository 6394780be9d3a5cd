import { describe, expect, it } from 'vitest';

import { isSignedBy, isWeakKey, keyIdOf } from './ed25519.ts';

const base64 = (hex: string) => Buffer.from(hex, 'hex').toString('base64');

// RFC 8032, 7.1, test 2.
const PUBLIC_KEY = base64('3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c');
const SIGNATURE = base64(
  '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da' +
    '085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
);
const TEXT = 'r';

describe('a signature', () => {
  it('of the standard holds', () => {
    expect(isSignedBy(PUBLIC_KEY, SIGNATURE, TEXT)).toBe(true);
  });

  it('does not hold for another text, another key, or with any bit changed', () => {
    expect(isSignedBy(PUBLIC_KEY, SIGNATURE, 's')).toBe(false);
    expect(isSignedBy(PUBLIC_KEY, SIGNATURE, '')).toBe(false);
    const bytes = Buffer.from(SIGNATURE, 'base64');
    for (let bit = 0; bit < 512; bit++) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3]! ^= 1 << (bit & 7);
      expect(isSignedBy(PUBLIC_KEY, changed.toString('base64'), TEXT)).toBe(false);
    }
    const otherKey = base64('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a');
    expect(isSignedBy(otherKey, SIGNATURE, TEXT)).toBe(false);
  });
});

describe('a weak key', () => {
  // y = 0, 1, -1 and the two of order 8, each also as y + p where that fits, and with either sign.
  const ENCODINGS = [
    '00'.repeat(32),
    `01${'00'.repeat(31)}`,
    `ec${'ff'.repeat(30)}7f`,
    '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
    'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
    `ed${'ff'.repeat(30)}7f`,
    `ee${'ff'.repeat(30)}7f`,
  ];
  const withSign = (hex: string) => {
    const bytes = Buffer.from(hex, 'hex');
    bytes[31]! |= 0x80;
    return bytes.toString('hex');
  };

  it('lets anybody sign anything: that is why it is refused', () => {
    const neutral = base64(ENCODINGS[1]!);
    const forged = base64(`01${'00'.repeat(63)}`);
    for (const text of ['one', 'other']) expect(isSignedBy(neutral, forged, text)).toBe(true);
  });

  it.each(ENCODINGS.flatMap((hex) => [hex, withSign(hex)]))('%s is found', (hex) => {
    expect(isWeakKey(base64(hex))).toBe(true);
    expect(orderDividesEight(hex)).toBe(true);
  });

  it('is not what tools make', () => {
    expect(isWeakKey(PUBLIC_KEY)).toBe(false);
    expect(orderDividesEight(Buffer.from(PUBLIC_KEY, 'base64').toString('hex'))).toBe(false);
  });
});

it('a key is named after the digest of its bytes', () => {
  expect(keyIdOf(PUBLIC_KEY)).toBe('39f713d0a644253f');
});

/** Whether eight times a point is the neutral one: the definition that the list of weak keys has to meet. */
function orderDividesEight(hex: string): boolean {
  const p = 2n ** 255n - 19n;
  const mod = (value: bigint) => ((value % p) + p) % p;
  const power = (base: bigint, exponent: bigint): bigint => {
    let result = 1n;
    for (let rest = exponent, factor = mod(base); rest > 0n; rest >>= 1n) {
      if (rest & 1n) result = mod(result * factor);
      factor = mod(factor * factor);
    }
    return result;
  };
  const inverse = (value: bigint) => power(value, p - 2n);
  const d = mod(-121665n * inverse(121666n));

  const littleEndian = Buffer.from(hex, 'hex').toReversed();
  const number = BigInt(`0x${Buffer.from(littleEndian).toString('hex')}`);
  let y = mod(number & (2n ** 255n - 1n));
  // x only occurs squared when a point is doubled: neither its sign nor its root is needed.
  let xx = mod((y * y - 1n) * inverse(d * y * y + 1n));
  for (let doubling = 0; doubling < 3; doubling++) {
    const yy = mod(y * y);
    const dxxyy = mod(d * xx * yy);
    const nextXX = mod(4n * xx * yy * inverse((1n + dxxyy) ** 2n));
    y = mod((yy + xx) * inverse(1n - dxxyy));
    xx = nextXX;
  }
  return y === 1n && xx === 0n;
}
