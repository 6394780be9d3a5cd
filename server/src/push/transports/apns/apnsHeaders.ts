import { hash } from 'node:crypto';

import { collapseId } from '../collapseId.ts';
import type { OutgoingMessage } from '../Transport.types.ts';

const COLLAPSE_ID = /^[\x21-\x7e]{1,64}$/;
const COLLAPSE_ID_LENGTH = 64;

/** The headers that depend on the message only; FCM accepts the same ones for Apple devices. */
export function apnsHeaders(
  message: OutgoingMessage,
  pushType: 'alert' | 'background',
  now: number,
): Record<string, string> {
  const { remainingSeconds, priority } = message;
  // The same tag replaces a displayed notification; on iOS, only a collapse id does that.
  const collapseKey = message.collapseKey ?? message.notification?.tag;
  return {
    'apns-push-type': pushType,
    // Apple refuses background pushes with any other.
    'apns-priority': priority === 'high' && pushType === 'alert' ? '10' : '5',
    'apns-expiration':
      remainingSeconds > 0 ? String(Math.floor(now / 1000) + remainingSeconds) : '0',
    ...(collapseKey && {
      'apns-collapse-id': collapseId(collapseKey, COLLAPSE_ID, COLLAPSE_ID_LENGTH),
    }),
  };
}

/** The common start of the ids of a message's sends. */
export function apnsIdStart(messageId: string): string {
  const digest = hash('sha256', messageId, 'hex');
  const part = (start: number, end: number) => digest.slice(start, end);
  // UUID version 8 is for custom ids.
  return `${part(0, 8)}-${part(8, 12)}-8${part(13, 16)}-8${part(17, 20)}-`;
}

/**
 * The id of a send: different for each device, the same at each attempt. Tokens are random and hexadecimal, as ids are.
 */
export function apnsId(start: string, token: string): string {
  return start + token.slice(-12).toLowerCase();
}
