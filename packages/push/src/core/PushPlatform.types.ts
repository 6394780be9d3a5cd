import type {
  AndroidChannel,
  CategoryAction,
  NotificationApp,
  WebPushSubscription,
} from '@host/contracts';

/** Text by key, kept over restarts. A promise resolves when the write is durable. */
export interface PushStorage {
  get(key: string): Promise<string | undefined>;
  set(key: string, text: string): Promise<void>;
  delete(key: string): Promise<void>;
  /** All keys that start like this, with their texts. */
  entries(prefix: string): Promise<[key: string, text: string][]>;
  /** Writes many things as one, all or nothing; left out where a storage cannot. */
  write?(writes: readonly StorageWrite[]): Promise<void>;
}

/** A text under a key; undefined deletes it. */
export type StorageWrite = readonly [key: string, text: string | undefined];

/** Before anybody was asked it is `not-determined`, never `denied`. */
export type PermissionStatus = 'not-determined' | 'granted' | 'denied';

/** The parts of a notification that decide whether it may be shown. */
export interface Showable {
  id: string;
  data: Readonly<Record<string, unknown>>;
  channelId?: string;
}

/** A notification as it is put on the screen. */
export interface ShownNotification {
  id: string;
  title: string;
  body: string;
  data: Readonly<Record<string, unknown>>;
  /** Replaces the one on the screen with the same tag. */
  tag?: string;
  category?: string;
  channelId?: string;
  imageUrl?: string;
  /** The mini-app that it comes from; left out for the host's own. */
  app?: NotificationApp;
}

/** A notification that is to be shown at a time. */
export interface Alarm {
  id: string;
  /** Milliseconds since 1970. */
  at: number;
  notification: ShownNotification;
}

/** Shows notifications at times. */
export interface AlarmPort {
  /** `system` shows them whether the app runs or not; `app` tells the app while it runs. */
  readonly kind: 'system' | 'app';
  /** How many can be armed at once; iOS forgets those above 64 in silence. */
  readonly capacity: number;
  /** `inexact` when the system does not allow exact times. */
  arm(alarm: Alarm): Promise<'exact' | 'inexact'>;
  disarm(ids: readonly string[]): Promise<void>;
  /** The ids of those that are armed. */
  armed(): Promise<string[]>;
  /** Told when an alarm of kind `app` is due. */
  onDue(listener: (id: string) => void): () => void;
}

/** Whether a notification may be shown: yes, no, or why not in lower-case letters and `-`, which the gateway is told. */
export type MayShow = boolean | string;

/** A message that arrived from the gateway or from a push service. */
export interface RemoteMessage {
  id: string;
  title?: string;
  body?: string;
  data: Readonly<Record<string, string>>;
  imageUrl?: string;
  tag?: string;
  channelId?: string;
  category?: string;
  /** The mini-app that it comes from, as the gateway says; left out for the host's own. */
  app?: NotificationApp;
  /** Milliseconds since 1970. */
  sentAt?: number;
  /** Whether the system has put it on the screen already. */
  isShown: boolean;
  /** It came while the app was not in front, and was dealt with then: it only has to be kept. */
  isPast?: boolean;
  /** Why it was not shown then, although it came while the app was not in front. */
  held?: string;
}

/** Somebody tapped a notification, or one of its buttons. */
export interface Press {
  notification: ShownNotification;
  /** The button; undefined for the notification itself. */
  actionId?: string;
}

/** What a platform tells: a message arrived, or somebody tapped while the app was running. */
export type PlatformEvent =
  | { type: 'message'; message: RemoteMessage }
  | { type: 'press'; press: Press };

/** Everything that differs between ios, android, a browser and a test. */
export interface PushPlatform {
  /** The name of the operating system, as it is registered: `ios`, `android`, `web`. */
  readonly name: string;
  readonly storage: PushStorage;
  readonly alarms: AlarmPort;
  permission: {
    status(): Promise<PermissionStatus>;
    /** Asks the person; call it after a user action only. */
    request(): Promise<PermissionStatus>;
  };
  token: {
    /** The device's token, or undefined while there is none; never before the permission is granted. */
    get(): Promise<string | undefined>;
    onChange(listener: (token: string) => void): () => void;
  };
  show(notification: ShownNotification): Promise<void>;
  /** Takes a notification off the screen. */
  dismiss(id: string): Promise<void>;
  /** The buttons that notifications of a category have. */
  setCategory: (id: string, actions: readonly CategoryAction[]) => Promise<void>;
  /** Android alone has channels; elsewhere nothing happens. */
  createChannel(channel: AndroidChannel): Promise<void>;
  /** The number on the app's icon, where the platform has one. */
  setBadge(count: number): Promise<void>;
  /** Where a browser's push service reaches this device; undefined without one. Never takes for ever. */
  webPushSubscription?(gatewayKey: string): Promise<WebPushSubscription | undefined>;
  isInForeground(): boolean;
  /** Told when the app comes to the front, or the network is back. */
  onResume(listener: () => void): () => void;
  /** Told when the app leaves the front, after which it may stand still; left out where nobody knows. */
  onPause?(listener: () => void): () => void;
  /** Takes out what arrived while the app was not running, where somebody else kept it. */
  arrived?(): Promise<RemoteMessage[]>;
  listen(listener: (event: PlatformEvent) => void): () => void;
  /** The press that started the app, or undefined when it was started otherwise. */
  initialPress(): Promise<Press | undefined>;
}
