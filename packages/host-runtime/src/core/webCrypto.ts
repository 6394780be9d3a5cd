import type { CryptoPort } from '../ports/services.types.ts';

/** Cryptography by WebCrypto, which exists in browsers on https pages, and in Node. */
export function webCrypto(): CryptoPort {
  return {
    async sha256(bytes) {
      const digest = await crypto.subtle.digest('SHA-256', bytes as BufferSource);
      return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join(
        '',
      );
    },
    async verify(text, signature, publicKey) {
      const key = await crypto.subtle.importKey('raw', bytesOf(publicKey), 'Ed25519', false, [
        'verify',
      ]);
      const signed = new TextEncoder().encode(text);
      return crypto.subtle.verify('Ed25519', key, bytesOf(signature), signed);
    },
  };
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
