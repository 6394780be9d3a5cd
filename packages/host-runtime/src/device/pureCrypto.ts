import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

import type { CryptoPort } from '../ports/services.types.ts';
import { fromBase64 } from './base64.ts';

/** Digests and signatures without WebCrypto, which Hermes does not have. */
export const pureCrypto: CryptoPort = {
  sha256: async (bytes) => bytesToHex(sha256(bytes)),
  async verify(text, signature, publicKey) {
    try {
      return ed25519.verify(fromBase64(signature), utf8ToBytes(text), fromBase64(publicKey));
    } catch {
      // Not a signature or not a key at all.
      return false;
    }
  },
};
