import { hash, randomBytes } from 'node:crypto';

import {
  DEVICE_KEY_PREFIX,
  DEVICE_TOKEN_PREFIX,
  type DeviceCredentials,
  LIMITS,
  isGatewayToken,
} from '@host/contracts';

const TOKEN = new RegExp(`^${DEVICE_TOKEN_PREFIX}[A-Za-z0-9_-]{43}$`);
const KEY = new RegExp(`^${DEVICE_KEY_PREFIX}[A-Za-z0-9_-]{43}$`);

/**
 * Issues a token of ours for a host that has none. The token is the digest of the key: senders may know the token, but only
 * the device, which holds the key, can connect. Nothing has to be stored for that.
 */
export function issueCredentials(): DeviceCredentials {
  const key = `${DEVICE_KEY_PREFIX}${randomBytes(32).toString('base64url')}`;
  return { token: tokenOfKey(key)!, key };
}

/** The token that a device key belongs to; undefined when it is not a device key. */
export function tokenOfKey(key: string): string | undefined {
  return KEY.test(key) ? `${DEVICE_TOKEN_PREFIX}${digestOf(key)}` : undefined;
}

/** Whether a token is one of ours. */
export function isOurToken(token: string): boolean {
  return TOKEN.test(token);
}

/** Whether no device can have such a token: ours have a fixed form, and none has control characters. */
export function isMalformedToken(token: string): boolean {
  if (token.length === 0 || token.length > LIMITS.deviceTokenLength) return true;
  if (/[\u0000-\u001f\u007f]/.test(token)) return true;
  return isGatewayToken(token) && !isOurToken(token);
}

/** Whether no sender could reach a device with such a token: it would be read as a topic, a person or a group. */
export function isUnreachableToken(token: string): boolean {
  return isMalformedToken(token) || /^(\/topics\/|\/people\/|hgn_)/.test(token);
}

/** The key that a token is looked up by. */
export function tokenKeyOf(token: string): string {
  return digestOf(token);
}

function digestOf(text: string): string {
  return hash('sha256', text, 'base64url');
}
