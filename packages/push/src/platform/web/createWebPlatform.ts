import type { CategoryAction } from '@host/contracts';

import type {
  PermissionStatus,
  PlatformEvent,
  Press,
  PushPlatform,
} from '../../core/PushPlatform.types.ts';
import { createIndexedDbStorage } from './createIndexedDbStorage.ts';
import { createPageAlarms } from './createPageAlarms.ts';
import { SIGNAL, createMailbox } from './mailbox.ts';
import { notificationOptions, notificationTitle, shownIn } from './notificationOptions.ts';
import { subscribeToWebPush } from './subscribeToWebPush.ts';
import { within } from './within.ts';

export interface WebPlatformOptions {
  /** The service worker that calls `answerPushes`; by default, the one that is registered for this page. */
  worker?: () => Promise<ServiceWorkerRegistration>;
  /** The name of the storage, to separate two apps on one origin. */
  storageName?: string;
}

/** The timeout for the service worker. */
const WORKER_MS = 10_000;
/** The timeout for subscribing: a browser whose push service is unreachable never answers. */
const SUBSCRIBE_MS = 15_000;
const PERMISSIONS = { default: 'not-determined', granted: 'granted', denied: 'denied' } as const;

/** Push in a browser: the Notification API, a service worker, Web Push if available, timers of the page. */
export function createWebPlatform(options: WebPlatformOptions = {}): PushPlatform {
  const storage = createIndexedDbStorage(options.storageName);
  const mailbox = createMailbox(storage);
  const categories = new Map<string, readonly CategoryAction[]>();
  const listeners = new Set<(event: PlatformEvent) => void>();
  const serviceWorker = 'serviceWorker' in navigator ? navigator.serviceWorker : undefined;
  let waiting: Press[] = [];
  let found: Promise<ServiceWorkerRegistration | undefined> | undefined;

  const emit = (event: PlatformEvent) => listeners.forEach((tell) => tell(event));

  function worker(): Promise<ServiceWorkerRegistration | undefined> {
    const find = options.worker ?? (() => serviceWorker!.ready);
    found ??= serviceWorker ? within(WORKER_MS, find()) : Promise.resolve(undefined);
    return found;
  }

  /** Takes what the service worker has left for the page. */
  async function collect(): Promise<void> {
    for (const message of await mailbox.takeMessages()) emit({ type: 'message', message });
    const presses = [...waiting.splice(0), ...(await mailbox.takePresses())];
    for (const press of presses) emit({ type: 'press', press });
  }

  const hearWorker = ({ data }: MessageEvent) => {
    if (data === SIGNAL) void collect();
  };

  return {
    name: 'web',
    storage,
    alarms: createPageAlarms(),
    permission: {
      status: async () => currentPermission(),
      async request() {
        if ('Notification' in globalThis) await Notification.requestPermission();
        return currentPermission();
      },
    },
    // The gateway issues the token: a browser's subscription is only one way to reach it.
    token: { get: async () => undefined, onChange: () => () => undefined },
    async show(shown) {
      const settings = notificationOptions(shown, categories.get(shown.category ?? ''));
      const registration = await worker();
      if (registration) return registration.showNotification(notificationTitle(shown), settings);
      // Without a worker there are no buttons, and taps are only handled while the page is open.
      const { actions: _, ...plain } = settings as NotificationOptions & { actions?: unknown };
      const notification = new Notification(notificationTitle(shown), plain);
      const press = { notification: shown };
      notification.addEventListener('click', () => emit({ type: 'press', press }));
    },
    async dismiss(id) {
      const onScreen = await (await worker())?.getNotifications();
      for (const each of onScreen ?? []) if (shownIn(each.data)?.id === id) each.close();
    },
    setCategory: async (id, actions) => void categories.set(id, actions),
    createChannel: async () => undefined,
    async setBadge(count) {
      const { setAppBadge } = navigator as { setAppBadge?: (count: number) => Promise<void> };
      await setAppBadge?.call(navigator, count).catch(() => undefined);
    },
    async webPushSubscription(key) {
      const registration = await worker();
      if (!registration || !('pushManager' in registration)) return undefined;
      return within(SUBSCRIBE_MS, subscribeToWebPush(registration, key));
    },
    isInForeground: () => document.visibilityState === 'visible',
    onResume(listener) {
      const resume = () => document.visibilityState === 'visible' && listener();
      document.addEventListener('visibilitychange', resume);
      addEventListener('online', resume);
      return () => {
        document.removeEventListener('visibilitychange', resume);
        removeEventListener('online', resume);
      };
    },
    onPause(listener) {
      const pause = () => document.visibilityState === 'hidden' && listener();
      document.addEventListener('visibilitychange', pause);
      addEventListener('pagehide', listener);
      return () => {
        document.removeEventListener('visibilitychange', pause);
        removeEventListener('pagehide', listener);
      };
    },
    arrived: () => mailbox.takeMessages(),
    listen(listener) {
      listeners.add(listener);
      serviceWorker?.addEventListener('message', hearWorker);
      // Requested early, so that it is ready when something has to be shown.
      void worker();
      void collect();
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) serviceWorker?.removeEventListener('message', hearWorker);
      };
    },
    async initialPress() {
      const [first, ...others] = await mailbox.takePresses();
      waiting = others;
      return first;
    },
  };
}

function currentPermission(): PermissionStatus {
  return 'Notification' in globalThis ? PERMISSIONS[Notification.permission] : 'denied';
}
