import { type KeyObject, createHash, createPublicKey, generateKeyPairSync } from 'node:crypto';

/** A publisher's key, with its public part. */
export interface KeyPair {
  /** Identifies the key in signatures: 16 digits of the digest of the public key. */
  keyId: string;
  /** The 32 bytes of the public key in base64, as the server registers it. */
  publicKey: string;
  privateKey: KeyObject;
}

/** Makes an Ed25519 key. */
export function createKeyPair(): KeyPair {
  return keyPairOf(generateKeyPairSync('ed25519').privateKey);
}

/** A private key together with its public one. */
export function keyPairOf(privateKey: KeyObject): KeyPair {
  const { x } = createPublicKey(privateKey).export({ format: 'jwk' });
  const bytes = Buffer.from(x!, 'base64url');
  return {
    keyId: createHash('sha256').update(bytes).digest('hex').slice(0, 16),
    publicKey: bytes.toString('base64'),
    privateKey,
  };
}
