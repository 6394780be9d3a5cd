import { loadNative } from '../../loadNative.ts';
import type { AgreeOnKey } from './KeyAgreement.types.ts';

const PUBLIC_KEY_BYTES = 65;
const SECRET_BYTES = 32;

interface NativeAgreement {
  /** Writes a public key followed by the secret; false if the receiver's key is not a point on the curve. */
  agree: (receiverKey: Uint8Array, into: Uint8Array) => boolean;
}

/** The key agreement in C, which takes half the time; undefined when it is not available. */
export function loadNativeAgreement(file?: string): AgreeOnKey | undefined {
  const native = loadNative('keyAgreement', file) as NativeAgreement | undefined;
  if (!native) return undefined;
  return (receiverKey) => {
    const agreed = Buffer.allocUnsafe(PUBLIC_KEY_BYTES + SECRET_BYTES);
    if (!native.agree(receiverKey, agreed)) return undefined;
    return {
      senderKey: agreed.subarray(0, PUBLIC_KEY_BYTES),
      sharedSecret: agreed.subarray(PUBLIC_KEY_BYTES),
    };
  };
}
