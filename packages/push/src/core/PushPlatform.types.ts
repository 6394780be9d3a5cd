import type {
  AndroidChannel,
  CategoryAction,
  NotificationApp,
  WebPushSubscription,
} from '@host/contracts';

/** A persistent store of text by key. A promise resolves once the write is durable. */
export interface PushStorage {
  get(key: string): Promise<string | undefined>;
  set(key: string, text: string): Promise<void>;
  delete(key: string): Promise<void>;
  /** All keys with a prefix, and their texts. */
  entries(prefix: string): Promise<[key: string, text: string][]>;
  /** Writes several entries atomically; absent if the storage cannot. */
  write?(writes: readonly StorageWrite[]): Promise<void>;
}

/** A text under a key; undefined deletes it. */
export type StorageWrite = readonly [key: string, text: string | undefined];

/** Before the person was asked it is `not-determined`, never `denied`. */
export type PermissionStatus = 'not-determined' | 'granted' | 'denied';

/** The parts of a notification that decide whether it may be shown. */
export interface Showable {
  id: string;
  data: Readonly<Record<string, unknown>>;
  channelId?: string;
}

/** A notification to display. */
export interface ShownNotification {
  id: string;
  title: string;
  body: string;
  data: Readonly<Record<string, unknown>>;
  /** Replaces a displayed notification with the same tag. */
  tag?: string;
  category?: string;
  channelId?: string;
  imageUrl?: string;
  /** The mini-app that it comes from; undefined for the host itself. */
  app?: NotificationApp;
}

/** A notification scheduled for a time. */
export interface Alarm {
  id: string;
  /** Milliseconds since 1970. */
  at: number;
  notification: ShownNotification;
}

/** Shows notifications at given times. */
export interface AlarmPort {
  /** `system` shows them even if the app is not running; `app` notifies the app while it runs. */
  readonly kind: 'system' | 'app';
  /** How many can be armed at once; iOS silently drops those beyond 64. */
  readonly capacity: number;
  /** `inexact` if the system does not allow exact times. */
  arm(alarm: Alarm): Promise<'exact' | 'inexact'>;
  disarm(ids: readonly string[]): Promise<void>;
  /** The ids of armed alarms. */
  armed(): Promise<string[]>;
  /** Called when an alarm of kind `app` is due. */
  onDue(listener: (id: string) => void): () => void;
}

/** Whether a notification may be shown: true, false, or a reason in lower-case letters and `-`, which the gateway gets. */
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
  /** The mini-app that it comes from, as stated by the gateway; undefined for the host itself. */
  app?: NotificationApp;
  /** Milliseconds since 1970. */
  sentAt?: number;
  /** Whether the system has displayed it already. */
  isShown: boolean;
  /** Whether it arrived and was handled while the app was in the background: it only has to be stored. */
  isPast?: boolean;
  /** Why it was withheld then, while the app was in the background. */
  held?: string;
}

/** A tap on a notification, or on one of its buttons. */
export interface Press {
  notification: ShownNotification;
  /** The button; undefined for the notification itself. */
  actionId?: string;
}

/** The events of a platform: a message arrived, or somebody tapped while the app was running. */
export type PlatformEvent =
  | { type: 'message'; message: RemoteMessage }
  | { type: 'press'; press: Press };

/** The port to everything that differs between ios, android, a browser and a test. */
export interface PushPlatform {
  /** The name of the operating system for the registration: `ios`, `android`, `web`. */
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
  /** Removes a displayed notification. */
  dismiss(id: string): Promise<void>;
  /** Sets the buttons of a category's notifications. */
  setCategory: (id: string, actions: readonly CategoryAction[]) => Promise<void>;
  /** Only Android has channels; without effect elsewhere. */
  createChannel(channel: AndroidChannel): Promise<void>;
  /** Sets the badge on the app's icon, if the platform has one. */
  setBadge(count: number): Promise<void>;
  /** The browser's Web Push subscription; undefined without a push service. Has a timeout. */
  webPushSubscription?(gatewayKey: string): Promise<WebPushSubscription | undefined>;
  isInForeground(): boolean;
  /** Called when the app comes to the foreground, or the network is back. */
  onResume(listener: () => void): () => void;
  /** Called when the app leaves the foreground, after which it may be suspended; absent if that is unknown. */
  onPause?(listener: () => void): () => void;
  /** Takes messages that arrived while the app was not running, if something else stored them. */
  arrived?(): Promise<RemoteMessage[]>;
  listen(listener: (event: PlatformEvent) => void): () => void;
  /** The press that started the app; undefined if it was started otherwise. */
  initialPress(): Promise<Press | undefined>;
}
