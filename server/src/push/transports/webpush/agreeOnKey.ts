import { createECDH } from 'node:crypto';

import type { AgreeOnKey } from './KeyAgreement.types.ts';

/** An agreement on P-256 by Node alone. */
export function createAgreement(): AgreeOnKey {
  // One object makes all the keys: `generateKeys` replaces the pair, and making the object costs more than that.
  const pair = createECDH('prime256v1');
  return (receiverKey) => {
    const senderKey = pair.generateKeys();
    try {
      return { senderKey, sharedSecret: pair.computeSecret(receiverKey) };
    } catch {
      // Not a point of the curve.
      return undefined;
    }
  };
}
