import { createECDH, randomFillSync } from 'node:crypto';

import type { WebPushAddress } from '../Transport.types.ts';
import { sealPayload } from './sealPayload.ts';

const SALT_BYTES = 16;
const SALTS_AT_ONCE = 1024;
const PUBLIC_KEY_BYTES = 65;
const AUTH_BYTES = 16;

/** Encrypts payloads for subscriptions, each with a key and a salt of its own. */
export class PayloadSealer {
  /** One object makes all the keys: `generateKeys` replaces the pair, and making the object costs more than that. */
  readonly #pair = createECDH('prime256v1');
  #salts = Buffer.alloc(0);
  #nextSalt = 0;

  /** The encrypted payload, or undefined for keys that are none. */
  seal(plain: Buffer, keys: WebPushAddress['keys']): Buffer | undefined {
    const receiverKey = Buffer.from(keys.p256dh, 'base64url');
    const auth = Buffer.from(keys.auth, 'base64url');
    if (receiverKey.length !== PUBLIC_KEY_BYTES || auth.length !== AUTH_BYTES) return undefined;
    const senderKey = this.#pair.generateKeys();
    const sharedSecret = this.#shareWith(receiverKey);
    if (!sharedSecret) return undefined;
    const salt = this.#salt();
    return sealPayload({ plain, receiverKey, auth, senderKey, sharedSecret, salt });
  }

  #shareWith(receiverKey: Buffer): Buffer | undefined {
    try {
      return this.#pair.computeSecret(receiverKey);
    } catch {
      // Not a point of the curve.
      return undefined;
    }
  }

  /** Random bytes are cheap by the thousand. No part of them is given out twice. */
  #salt(): Buffer {
    if (this.#nextSalt >= this.#salts.length) {
      this.#salts = randomFillSync(Buffer.allocUnsafeSlow(SALT_BYTES * SALTS_AT_ONCE));
      this.#nextSalt = 0;
    }
    return this.#salts.subarray(this.#nextSalt, (this.#nextSalt += SALT_BYTES));
  }
}
