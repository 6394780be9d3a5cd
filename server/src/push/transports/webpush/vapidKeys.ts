import { type KeyObject, createECDH, createPrivateKey } from 'node:crypto';

const KEY_BYTES = 32;

/** The pair that identifies this server to push services. */
export interface VapidKeys {
  /** The key that a browser subscribes with (`applicationServerKey`), in base64url. */
  publicKey: string;
  privateKey: KeyObject;
}

/**
 * Reads a private key of 32 bytes in base64url, as every tool for Web Push writes it; undefined if it is invalid. Almost any
 * 32 random bytes are a valid key.
 */
export function vapidKeysFrom(privateKey: string): VapidKeys | undefined {
  const secret = Buffer.from(privateKey, 'base64url');
  if (secret.length !== KEY_BYTES) return undefined;
  const pair = createECDH('prime256v1');
  try {
    pair.setPrivateKey(secret);
  } catch {
    // Zero, or not below the order of the curve.
    return undefined;
  }
  const point = pair.getPublicKey();
  const key = {
    kty: 'EC',
    crv: 'P-256',
    d: secret.toString('base64url'),
    x: point.subarray(1, 1 + KEY_BYTES).toString('base64url'),
    y: point.subarray(1 + KEY_BYTES).toString('base64url'),
  };
  return {
    publicKey: point.toString('base64url'),
    privateKey: createPrivateKey({ key, format: 'jwk' }),
  };
}
