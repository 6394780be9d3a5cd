import { type KeyObject, createPublicKey, sign, verify } from 'node:crypto';

import { type ArchiveSignature, type SignedIndex, signedIndexText } from '@host/contracts';

import { keyPairOf } from './createKeyPair.ts';

const PUBLIC_KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;

/** Signs the index of an archive, bound to this mini-app, version and platform; the result is for the registration. */
export function signIndex(index: SignedIndex, privateKey: KeyObject): ArchiveSignature {
  const signature = sign(null, Buffer.from(signedIndexText(index)), privateKey);
  return { keyId: keyPairOf(privateKey).keyId, signature: signature.toString('base64') };
}

/** Verifies a signature over an index with a public key; both are base64, as the server returns them. */
export function verifyIndex(index: SignedIndex, signature: string, publicKey: string): boolean {
  const keyBytes = decode(publicKey, PUBLIC_KEY_BYTES);
  const signatureBytes = decode(signature, SIGNATURE_BYTES);
  if (!keyBytes || !signatureBytes) return false;
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: keyBytes.toString('base64url') };
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  return verify(null, Buffer.from(signedIndexText(index)), key, signatureBytes);
}

// Node ignores characters that are not base64; the server only accepts the canonical encoding.
function decode(base64: string, length: number): Buffer | undefined {
  const bytes = Buffer.from(base64, 'base64');
  return bytes.length === length && bytes.toString('base64') === base64 ? bytes : undefined;
}
