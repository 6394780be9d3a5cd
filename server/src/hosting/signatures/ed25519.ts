import { createHash, createPublicKey, verify } from 'node:crypto';

/** The id of a public key: the first 16 hexadecimal digits of the SHA-256 of its bytes. */
export function keyIdOf(publicKey: string): string {
  return createHash('sha256').update(publicKey, 'base64').digest('hex').slice(0, 16);
}

/** Whether a signature is that of a key over a text. */
export function isSignedBy(publicKey: string, signature: string, text: string): boolean {
  const x = Buffer.from(publicKey, 'base64').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'));
}

// The points of small order without their sign bit, in canonical and non-canonical encodings.
const WEAK = new Set([
  '00'.repeat(32),
  `01${'00'.repeat(31)}`,
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  `ec${'ff'.repeat(30)}7f`,
  `ed${'ff'.repeat(30)}7f`,
  `ee${'ff'.repeat(30)}7f`,
]);

/** Whether signatures for a public key can be forged: one of a handful of weak keys that no honest tool generates. */
export function isWeakKey(publicKey: string): boolean {
  const bytes = Buffer.from(publicKey, 'base64');
  bytes[31]! &= 0x7f;
  return WEAK.has(bytes.toString('hex'));
}
