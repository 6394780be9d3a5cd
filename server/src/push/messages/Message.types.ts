import type { NotificationApp, PushNotification } from '@host/contracts';

import type { ProvenGroups } from '../../operations/identity/Caller.ts';

/** What a message carries to a device. */
export interface Payload {
  notification?: PushNotification | undefined;
  data?: Record<string, string> | undefined;
  priority: 'normal' | 'high';
  contentAvailable?: boolean | undefined;
  mutableContent?: boolean | undefined;
  restrictedPackageName?: string | undefined;
  /** The mini-app in whose name it is sent. */
  app?: NotificationApp | undefined;
}

/** Whom a message is for. */
type Audience =
  | { kind: 'devices'; devices: readonly { id: number; hasPushService: boolean }[] }
  | { kind: 'topic'; topic: string }
  | { kind: 'condition'; condition: string };

/** Where a request came from, and which it was, for the audit log. */
export interface Asked {
  address: string;
  requestId: string;
}

/** A message that was accepted and is to be stored. */
export interface NewMessage {
  sender: string;
  audience: Audience;
  /** The person that it is for; null when there is no such person, which the sender is not told. */
  toPerson?: { id: string | null } | undefined;
  collapseKey: string | undefined;
  payload: Payload;
  createdAt: number;
  /** Later than `createdAt` for a scheduled message. */
  sendAt: number;
  expiresAt: number;
  /** Keeps the answer under the sender's Idempotency-Key, in the transaction of the message. */
  keepAnswer?: KeepAnswer | undefined;
  /** The `traceparent` of its request, when it is traced. */
  trace?: string | undefined;
  /** Writes an audit entry in the transaction of the message; set for operators, never for back ends, which send many. */
  asked?: Asked | undefined;
  /** Of a person of an identity provider; kept where the message is scheduled, since what they may do is looked up when it is due. */
  proven?: ProvenGroups | undefined;
}

/** What is kept under an Idempotency-Key; the answer is known once the message has its id. */
export interface KeepAnswer {
  key: string;
  requestHash: string;
  answerOf(messageId: number): { status: number; body: string };
}

/** A message that has its position in the order of all messages. */
export interface StoredMessage {
  id: number;
  position: number;
  audience:
    | { kind: 'devices'; deviceIds: readonly number[] }
    | { kind: 'topic'; topic: string }
    | { kind: 'condition'; condition: string };
  collapseKey: string | undefined;
  /** The only package whose devices get it, of those that have its topics; undefined for all. */
  packageName: string | undefined;
  /** The Payload as JSON, as it is stored: it is parsed only when there is a device to send it to. */
  payload: string;
  sendAt: number;
  expiresAt: number;
}

/** Messages that were committed together: all that have positions from `from` to `to`, in their order. */
export interface CommittedBatch {
  from: number;
  to: number;
  messages: readonly StoredMessage[];
}
