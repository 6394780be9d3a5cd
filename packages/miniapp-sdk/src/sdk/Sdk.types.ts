import type {
  CategoryAction,
  DeviceInfo,
  HostUser,
  LocalNotificationOptions,
} from '@host/contracts';
import type { Translate } from '@host/contracts/messages';

import type { AuthStatus, LifecycleState, LocaleInfo, StorageInfo } from './HostServices.types.ts';
import type { Catalogs } from './messagesIn.ts';

/** The result of `useHostAuth`. When `isAuthenticated` is true, there is a `user`. */
export type HostAuth = HostAuthActions &
  (
    | { user: HostUser; isAuthenticated: true }
    /** Nobody is signed in, or the person did not consent to being known to this mini-app. */
    | { user: null; isAuthenticated: false }
  );

interface HostAuthActions {
  /**
   * `signed-out`: nobody is signed in to the host. `not-asked`: somebody is, but was not asked yet whether this mini-app
   * may know them. `declined`: they declined. `granted`: they agreed; `user` is set once the host has fetched it.
   */
  status: AuthStatus;
  /**
   * Asks the person to sign in to the host, and for consent; rejects if they decline. Call it after a user action: after a
   * refusal, the host only asks again then, and at most a few times a day.
   */
  requestLogin: () => Promise<void>;
  /** A short-lived token for this mini-app's own back end. */
  getToken: () => Promise<string>;
}

/** Key-value storage of this mini-app for the signed-in person. */
export interface Storage {
  /** Stores a value that JSON can express. */
  set(key: string, value: unknown): Promise<void>;
  /** The stored value, or undefined. */
  get<Value = unknown>(key: string): Promise<Value | undefined>;
  remove(key: string): Promise<void>;
  keys(): Promise<string[]>;
  clear(): Promise<void>;
  info(): Promise<StorageInfo>;
}

/** Records what people do in this mini-app. */
export interface Analytics {
  /** Records that a screen was shown. */
  screen(name: string): void;
  /** Records anything else. */
  track(name: string, properties?: Readonly<Record<string, unknown>>): void;
}

/** HTTP calls to this mini-app's own paths. They resolve to the parsed body and reject with a HostError. */
export interface Api {
  get<Body = unknown>(path: string): Promise<Body>;
  post<Body = unknown>(path: string, body?: unknown): Promise<Body>;
  put<Body = unknown>(path: string, body?: unknown): Promise<Body>;
  delete<Body = unknown>(path: string): Promise<Body>;
}

/** Notifications of this mini-app. */
export interface Push {
  /** Subscribes this device to one of this mini-app's topics. */
  subscribeToTopic(topic: string): Promise<void>;
  unsubscribeFromTopic(topic: string): Promise<void>;
  /** Schedules a local notification and resolves to the id that cancels it. */
  scheduleNotification(options: LocalNotificationOptions): Promise<string>;
  cancelNotification(id: string): Promise<void>;
  /**
   * Sets the buttons of notifications with this category. A tap on one opens this mini-app, with the id of the action as the
   * parameter `action`.
   */
  createCategory(id: string, actions: readonly CategoryAction[]): Promise<void>;
}

/** The result of `useHostPush`. */
export interface HostPush {
  hasPermission: boolean;
  /** Asks the person; call it after a user action, not at the start. Resolves to whether they allowed it. */
  requestPermission: () => Promise<boolean>;
}

/** The result of `useLifecycle`: the phase of the mini-app's life, and the parameters it was opened with. */
export type Lifecycle = LifecycleState;

/** Everything that `@host/miniapp-sdk` exports and that needs a host. */
export interface Sdk {
  useHostAuth: () => HostAuth;
  useHostDevice: () => { deviceInfo: DeviceInfo };
  useHostPush: () => HostPush;
  useLocale: () => LocaleInfo;
  useMessages: <Key extends string>(catalogs: Catalogs<Key>) => Translate<Key>;
  useLifecycle: (onChange?: (lifecycle: Lifecycle) => void) => Lifecycle;
  openLink: (link: string) => Promise<void>;
  storage: Storage;
  analytics: Analytics;
  api: Api;
  push: Push;
}
