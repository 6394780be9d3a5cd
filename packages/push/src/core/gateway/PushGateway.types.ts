import type { Notification, WebPushSubscription } from '@host/contracts';

import type { RemoteMessage } from '../PushPlatform.types.ts';
import type { ScheduleGateway } from '../schedule/createStandIn.ts';
import type { TopicGateway } from '../topics/createTopics.ts';

/** A device as the gateway knows it. */
interface RegisteredToken {
  /** The given token, or one issued by the gateway. */
  token: string;
  /** The topics that the gateway has for it; undefined if it does not say. */
  topics?: readonly string[];
}

/** The events of a live connection. */
export interface LiveListener {
  onMessage(message: RemoteMessage): void;
  /** Another device of the same person changed their inbox. */
  onInboxChanged(): void;
  onState(state: LiveState): void;
}

/**
 * `waiting` for the next attempt; `replaced` by a newer connection of the same device, for example in another tab, until
 * `wake` is called; `unregistered` if the gateway no longer seems to know the device.
 */
export type LiveState =
  | 'connecting'
  | 'connected'
  | 'waiting'
  | 'replaced'
  | 'unregistered'
  | 'closed';

/** Changes of a person's inbox on other devices. */
export interface InboxChange {
  notifications: readonly Notification[];
  deletedIds: readonly string[];
}

/** A connection that reconnects automatically and misses nothing. */
export interface LiveConnection {
  /** Acknowledges, with a short delay, that a message is stored here, so that it is not sent again. */
  acknowledge(messageId: string): void;
  /** Reports that a message was opened. */
  reportOpened(messageId: string): void;
  /** Reports that a message was withheld. */
  reportHeld(messageId: string, why: string): void;
  /** Flushes delayed reports, because the app leaves the foreground and may be suspended. */
  pause?(): void;
  /** Reconnects at once, because the app is in the foreground again, or the network is back. */
  wake(): void;
  close(): void;
}

/** The inbox of whoever is signed in. */
export interface InboxGateway {
  read(): Promise<InboxChange>;
  markRead: (ids: readonly string[]) => Promise<void>;
  delete: (ids: readonly string[]) => Promise<void>;
}

/** The push gateway, as a device sees it. Every call rejects if it fails, and can be repeated (idempotent). */
export interface PushGateway extends TopicGateway, Partial<ScheduleGateway> {
  register(device: { token: string | undefined; platform: string }): Promise<RegisteredToken>;
  /**
   * Sets a code that arrived as a push: it proves with the next registration that the token belongs to this device. If one is
   * needed, registering rejects with `proof-required`, and the gateway sends it.
   */
  prove?(code: string): void;
  unregister(token: string): Promise<void>;
  /** Absent, or undefined for a token, if a push service delivers everything. */
  connect?(token: string, listener: LiveListener): LiveConnection | undefined;
  /** The public key for Web Push subscriptions; undefined if the gateway does not send Web Push. */
  webPushKey?(): Promise<string | undefined>;
  /** Registers a Web Push subscription, which reaches this device while it is not connected. */
  attachWebPush?(subscription: WebPushSubscription): Promise<void>;
  inbox?: InboxGateway;
}
