import type { Payload, StoredMessage } from '../messages/Message.types.ts';
import type { OutgoingMessage } from '../transports/Transport.types.ts';

/** Converts messages for transports, one object per message: it is sent to many devices, and rendered once per object. */
export class OutgoingMessages {
  /** A one-entry cache: a job sends one message. */
  #last: { of: StoredMessage; message: OutgoingMessage } | undefined;

  of(message: StoredMessage, now: number): OutgoingMessage {
    const last = this.#last;
    const remainingSeconds = Math.max(0, Math.floor((message.expiresAt - now) / 1000));
    if (last?.of === message && last.message.remainingSeconds === remainingSeconds) {
      return last.message;
    }
    const made = outgoing(message, remainingSeconds);
    this.#last = { of: message, message: made };
    return made;
  }
}

/** A frozen copy, so that all devices get the same. */
function outgoing(message: StoredMessage, remainingSeconds: number): OutgoingMessage {
  const { collapseKey } = message;
  const payload = JSON.parse(message.payload) as Payload;
  return Object.freeze({
    id: String(message.id),
    ...(payload.notification && { notification: Object.freeze({ ...payload.notification }) }),
    ...(payload.data && { data: Object.freeze({ ...payload.data }) }),
    ...(collapseKey !== undefined && { collapseKey }),
    priority: payload.priority,
    remainingSeconds,
    ...(payload.contentAvailable && { contentAvailable: true }),
    ...(payload.mutableContent && { mutableContent: true }),
    ...(payload.app && { app: payload.app }),
    ...(payload.restrictedPackageName !== undefined && {
      restrictedPackageName: payload.restrictedPackageName,
    }),
  });
}
