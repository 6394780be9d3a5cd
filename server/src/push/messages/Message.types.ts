import type { NotificationApp, PushNotification } from '@host/contracts';

import type { ProvenGroups } from '../../operations/identity/Caller.ts';

/** The content of a message. */
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

/** The recipients of a message. */
type Audience =
  | { kind: 'devices'; devices: readonly { id: number; hasPushService: boolean }[] }
  | { kind: 'topic'; topic: string }
  | { kind: 'condition'; condition: string };

/** The origin and the id of a request, for the audit log. */
export interface Asked {
  address: string;
  requestId: string;
}

/** An accepted message that is not stored yet. */
export interface NewMessage {
  sender: string;
  audience: Audience;
  /** The person that it is for; null if there is no such person, which is hidden from the sender. */
  toPerson?: { id: string | null } | undefined;
  collapseKey: string | undefined;
  payload: Payload;
  createdAt: number;
  /** Later than `createdAt` for a scheduled message. */
  sendAt: number;
  expiresAt: number;
  /** Stores the answer under the sender's Idempotency-Key, in the transaction of the message. */
  keepAnswer?: KeepAnswer | undefined;
  /** The `traceparent` of its request, when it is traced. */
  trace?: string | undefined;
  /** Writes an audit entry in the transaction of the message; set for operators, but not for back ends, which send many. */
  asked?: Asked | undefined;
  /** Set for a person of an identity provider; stored if the message is scheduled, as their rights are checked again when due. */
  proven?: ProvenGroups | undefined;
}

/** What is stored under an Idempotency-Key; the answer is known once the message has its id. */
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
  /** Restricts a message to topics to the devices of one package; undefined for all. */
  packageName: string | undefined;
  /** The Payload as stored, in JSON: it is only parsed if there is a device to send it to. */
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
