import type { Notification, WebPushSubscription } from '@host/contracts';

import type { RemoteMessage } from '../PushPlatform.types.ts';
import type { ScheduleGateway } from '../schedule/createStandIn.ts';
import type { TopicGateway } from '../topics/createTopics.ts';

/** A device as the gateway knows it. */
interface RegisteredToken {
  /** The one that was given, or the one that the gateway made. */
  token: string;
  /** The topics that the gateway knows for it; left out where it does not say. */
  topics?: readonly string[];
}

/** What a live connection tells. */
export interface LiveListener {
  onMessage(message: RemoteMessage): void;
  /** Another device of the same person changed their inbox. */
  onInboxChanged(): void;
  onState(state: LiveState): void;
}

/**
 * `waiting` for the next attempt; `replaced` by a newer connection of the same device, as another tab makes it, until
 * somebody wakes it; `unregistered` when the gateway seems not to know the device any more.
 */
export type LiveState =
  | 'connecting'
  | 'connected'
  | 'waiting'
  | 'replaced'
  | 'unregistered'
  | 'closed';

/** Changes of a person's inbox that were made elsewhere. */
export interface InboxChange {
  notifications: readonly Notification[];
  deletedIds: readonly string[];
}

/** A connection that comes back by itself and misses nothing. */
export interface LiveConnection {
  /** Tells the gateway, soon, that a message is kept here: it need not come again. */
  acknowledge(messageId: string): void;
  /** Tells that somebody opened it. */
  reportOpened(messageId: string): void;
  /** The app kept a message and did not show it. */
  reportHeld(messageId: string, why: string): void;
  /** The app leaves the front and may stand still: what would be told soon is told now. */
  pause?(): void;
  /** The app is in front again, or the network is back: no pause is waited for. */
  wake(): void;
  close(): void;
}

/** The inbox of whoever is signed in. */
export interface InboxGateway {
  read(): Promise<InboxChange>;
  markRead: (ids: readonly string[]) => Promise<void>;
  delete: (ids: readonly string[]) => Promise<void>;
}

/** The push gateway, as a device sees it. Every call rejects when it cannot be done now, and may be repeated. */
export interface PushGateway extends TopicGateway, Partial<ScheduleGateway> {
  register(device: { token: string | undefined; platform: string }): Promise<RegisteredToken>;
  /**
   * Hands over a code that came as a push: it proves with the next registration that the token is this device's. Registering
   * rejects with `proof-required` when one is needed, and the gateway has sent it then.
   */
  prove?(code: string): void;
  unregister(token: string): Promise<void>;
  /** Left out, or undefined for a token, where a push service delivers everything. */
  connect?(token: string, listener: LiveListener): LiveConnection | undefined;
  /** What a browser subscribes to its push service with; undefined where the gateway sends by none. */
  webPushKey?(): Promise<string | undefined>;
  /** Lets a browser's push service reach this device while it is not connected. */
  attachWebPush?(subscription: WebPushSubscription): Promise<void>;
  inbox?: InboxGateway;
}
