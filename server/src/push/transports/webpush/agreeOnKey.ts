import { createECDH } from 'node:crypto';

import type { AgreeOnKey } from './KeyAgreement.types.ts';

/** The key agreement on P-256 with Node's crypto. */
export function createAgreement(): AgreeOnKey {
  // One object for all keys: `generateKeys` replaces the pair, which is cheaper than a new object.
  const pair = createECDH('prime256v1');
  return (receiverKey) => {
    const senderKey = pair.generateKeys();
    try {
      return { senderKey, sharedSecret: pair.computeSecret(receiverKey) };
    } catch {
      // Not a point on the curve.
      return undefined;
    }
  };
}
