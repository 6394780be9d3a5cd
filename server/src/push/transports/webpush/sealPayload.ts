import { createCipheriv, createHmac } from 'node:crypto';

const KEY_INFO = Buffer.from('WebPush: info\0');
const CONTENT_KEY_INFO = Buffer.from('Content-Encoding: aes128gcm\0\u0001');
const NONCE_INFO = Buffer.from('Content-Encoding: nonce\0\u0001');
const ONE = Buffer.from([1]);
const LAST_RECORD = Buffer.from([2]);
const RECORD_SIZE = 4096;
const SALT_BYTES = 16;
const PUBLIC_KEY_BYTES = 65;
const HEADER_BYTES = SALT_BYTES + 4 + 1 + PUBLIC_KEY_BYTES;
const TAG_BYTES = 16;

/** The payload bytes that fit in one record, besides the header, the delimiter and the tag. */
export const MAX_WEB_PUSH_BYTES = RECORD_SIZE - HEADER_BYTES - 1 - TAG_BYTES;

/** Everything that goes into an encrypted payload. */
export interface SealInput {
  plain: Buffer;
  /** The subscription's keys. */
  receiverKey: Buffer;
  auth: Buffer;
  /** The public half of an ephemeral key, and the secret that it shares with the receiver. */
  senderKey: Buffer;
  sharedSecret: Buffer;
  salt: Buffer;
}

/** Encrypts a payload as RFC 8291 says, in one aes128gcm record. */
export function sealPayload(input: SealInput): Buffer {
  const { plain, receiverKey, auth, senderKey, sharedSecret, salt } = input;
  const keyMaterial = hmac(hmac(auth, sharedSecret), KEY_INFO, receiverKey, senderKey, ONE);
  const pseudoRandomKey = hmac(salt, keyMaterial);
  const contentKey = hmac(pseudoRandomKey, CONTENT_KEY_INFO).subarray(0, 16);
  const nonce = hmac(pseudoRandomKey, NONCE_INFO).subarray(0, 12);

  const sealed = Buffer.allocUnsafe(HEADER_BYTES + plain.length + 1 + TAG_BYTES);
  salt.copy(sealed);
  sealed.writeUInt32BE(RECORD_SIZE, SALT_BYTES);
  sealed.writeUInt8(PUBLIC_KEY_BYTES, SALT_BYTES + 4);
  senderKey.copy(sealed, SALT_BYTES + 5);
  const cipher = createCipheriv('aes-128-gcm', contentKey, nonce);
  cipher.update(plain).copy(sealed, HEADER_BYTES);
  cipher.update(LAST_RECORD).copy(sealed, HEADER_BYTES + plain.length);
  cipher.final();
  cipher.getAuthTag().copy(sealed, HEADER_BYTES + plain.length + 1);
  return sealed;
}

function hmac(key: Buffer, ...parts: Buffer[]): Buffer {
  const mac = createHmac('sha256', key);
  for (const part of parts) mac.update(part);
  return mac.digest();
}
