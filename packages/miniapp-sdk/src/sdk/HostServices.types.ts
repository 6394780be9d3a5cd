import type {
  CategoryAction,
  DeviceInfo,
  HostUser,
  LocalNotificationOptions,
  Observable,
} from '@host/contracts';

/**
 * The state of sign-in and consent: nobody is signed in to the host, somebody is but was not asked yet whether this mini-app
 * may know them, they declined, or they agreed.
 */
export type AuthStatus = 'signed-out' | 'not-asked' | 'declined' | 'granted';

/** Whether somebody is signed in to the host, and as whom this mini-app knows them. */
export interface AuthState {
  user: HostUser | null;
  isAuthenticated: boolean;
  status: AuthStatus;
}

/** The language of the host. */
export interface LocaleInfo {
  /** A BCP 47 tag, `de-AT`. */
  readonly locale: string;
  /** `rtl` if it is written from right to left. */
  readonly direction: 'ltr' | 'rtl';
}

/** The lifecycle state of a mini-app. */
export interface LifecycleState {
  /** `launched` until its first screen is shown, `error` after an uncaught error. */
  phase: 'launched' | 'shown' | 'hidden' | 'error' | 'unloaded';
  /** The parameters it was opened with. */
  params: Readonly<Record<string, unknown>>;
  /** What went wrong, in the phase `error`. */
  error?: { message: string };
}

export type ApiMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** How much a mini-app stores. */
export interface StorageInfo {
  usedBytes: number;
  limitBytes: number;
}

/**
 * The services of a host for one mini-app. Everything is bound to that mini-app: nothing takes an app id. All values are
 * plain data, so that a host can put a process or frame boundary in between.
 */
export interface HostServices {
  auth: Observable<AuthState> & { requestLogin(): Promise<void>; getToken(): Promise<string> };
  device: Observable<DeviceInfo>;
  locale: Observable<LocaleInfo>;
  lifecycle: Observable<LifecycleState>;
  /** Asks the host to open a link; rejects if the host refuses. */
  links: { open(link: string): Promise<void> };
  storage: {
    set(key: string, value: unknown): Promise<void>;
    /** Undefined if nothing is stored. */
    get(key: string): Promise<unknown>;
    remove(key: string): Promise<void>;
    keys(): Promise<string[]>;
    clear(): Promise<void>;
    info(): Promise<StorageInfo>;
  };
  analytics: {
    screen(name: string): void;
    track(name: string, properties: Readonly<Record<string, unknown>>): void;
  };
  api: { request(method: ApiMethod, path: string, body?: unknown): Promise<unknown> };
  push: {
    permission: Observable<{ hasPermission: boolean }>;
    requestPermission(): Promise<boolean>;
    subscribeToTopic(topic: string): Promise<void>;
    unsubscribeFromTopic(topic: string): Promise<void>;
    /** Resolves to the id that cancels it. */
    scheduleNotification(options: LocalNotificationOptions): Promise<string>;
    cancelNotification(id: string): Promise<void>;
    createCategory(id: string, actions: readonly CategoryAction[]): Promise<void>;
  };
}
