import { randomFillSync } from 'node:crypto';

import type { WebPushAddress } from '../Transport.types.ts';
import { createAgreement } from './agreeOnKey.ts';
import type { AgreeOnKey } from './KeyAgreement.types.ts';
import { sealPayload } from './sealPayload.ts';

const SALT_BYTES = 16;
const SALTS_AT_ONCE = 1024;
const PUBLIC_KEY_BYTES = 65;
const AUTH_BYTES = 16;

/** Encrypts payloads for subscriptions, each with a key and a salt of its own. */
export class PayloadSealer {
  readonly #agreeOnKey: AgreeOnKey;
  #salts = Buffer.alloc(0);
  #nextSalt = 0;

  constructor(agreeOnKey = createAgreement()) {
    this.#agreeOnKey = agreeOnKey;
  }

  /** The encrypted payload; undefined when the keys are invalid. */
  seal(plain: Buffer, keys: WebPushAddress['keys']): Buffer | undefined {
    const receiverKey = Buffer.from(keys.p256dh, 'base64url');
    const auth = Buffer.from(keys.auth, 'base64url');
    if (receiverKey.length !== PUBLIC_KEY_BYTES || auth.length !== AUTH_BYTES) return undefined;
    const agreed = this.#agreeOnKey(receiverKey);
    if (!agreed) return undefined;
    const { senderKey, sharedSecret } = agreed;
    const salt = this.#salt();
    return sealPayload({ plain, receiverKey, auth, senderKey, sharedSecret, salt });
  }

  /** Random bytes are cheaper in bulk. No byte is used twice. */
  #salt(): Buffer {
    if (this.#nextSalt >= this.#salts.length) {
      this.#salts = randomFillSync(Buffer.allocUnsafeSlow(SALT_BYTES * SALTS_AT_ONCE));
      this.#nextSalt = 0;
    }
    return this.#salts.subarray(this.#nextSalt, (this.#nextSalt += SALT_BYTES));
  }
}
