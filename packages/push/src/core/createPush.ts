import type {
  AndroidChannel,
  CategoryAction,
  LocalNotificationOptions,
  Notification,
} from '@host/contracts';

import type {
  PlatformEvent,
  Press,
  PushPlatform,
  RemoteMessage,
  ShownNotification,
} from '../platform/PushPlatform.types.ts';
import { createCategories } from './categories/createCategories.ts';
import type { Observable } from './createObservable.ts';
import { type DeviceState, createDevice } from './device/createDevice.ts';
import type { LiveConnection, PushGateway } from './gateway/PushGateway.types.ts';
import type { DeepLinkRouter } from './links/createDeepLinkRouter.ts';
import {
  type NotificationsState,
  createNotificationStore,
} from './notifications/createNotificationStore.ts';
import { followInbox } from './notifications/followInbox.ts';
import { keepScreenInStep } from './notifications/keepScreenInStep.ts';
import {
  type OpeningHandlers,
  type OpeningKind,
  createOpenings,
} from './openings/createOpenings.ts';
import type { Schedule } from './schedule/Schedule.types.ts';
import { createLocalScheduler } from './schedule/createLocalScheduler.ts';
import { createTopics } from './topics/createTopics.ts';

export interface PushOptions {
  platform: PushPlatform;
  gateway: PushGateway;
  router: DeepLinkRouter;
  /** Told when the system allows no exact times: local notifications may be minutes late. */
  onInexactAlarms?: () => void;
  /** Told of what went wrong where nobody waits for it, such as a storage that is full. */
  onError?: (error: unknown) => void;
  now?: () => number;
}

const MOST_OPENED_EARLY = 100;

/** Push for an app, without a framework: what the hooks, the component and the services are thin layers of. */
export interface Push {
  /** Permission and token. */
  device: Observable<DeviceState>;
  /** The notification center. */
  center: Observable<NotificationsState> & {
    markAsRead: (id: string) => Promise<void>;
    markAllAsRead: () => Promise<void>;
    deleteNotification: (id: string) => Promise<void>;
  };
  /** Starts everything; asks nobody for anything. */
  start: () => Promise<void>;
  stop: () => void;
  /** The app came to the front, or the network is back. */
  resume: () => Promise<void>;
  /** Somebody signed in or out. */
  personChanged: () => Promise<void>;
  requestPermission: () => Promise<boolean>;
  subscribeToTopic: (topic: string) => Promise<void>;
  unsubscribeFromTopic: (topic: string) => Promise<void>;
  unsubscribeWhere: (matches: (topic: string) => boolean) => Promise<void>;
  schedule: (options: LocalNotificationOptions) => Promise<string>;
  cancel: (id: string) => Promise<void>;
  cancelWhere: (matches: (schedule: Schedule) => boolean) => Promise<void>;
  /** The local notifications that will still be shown. */
  pending: () => Promise<Schedule[]>;
  createCategory: (id: string, actions: readonly CategoryAction[]) => Promise<void>;
  createChannel: (channel: AndroidChannel) => Promise<void>;
  on: <Kind extends OpeningKind>(kind: Kind, handler: OpeningHandlers[Kind]) => () => void;
}

export function createPush({
  platform,
  gateway,
  router,
  onInexactAlarms,
  onError = () => undefined,
  now = Date.now,
}: PushOptions): Push {
  const { storage } = platform;
  const topics = createTopics(storage, gateway);
  const device = createDevice(platform, gateway, topics);
  const store = createNotificationStore(storage, now);
  const openings = createOpenings(storage);
  const categories = createCategories(platform);
  const inbox = followInbox(store, storage, gateway.inbox);
  const scheduler = createLocalScheduler({
    storage,
    alarms: platform.alarms,
    show: arriveLocally,
    ...(onInexactAlarms && { onInexact: onInexactAlarms }),
    now,
  });
  let connection: (LiveConnection & { token: string }) | undefined;
  let isReplaced = false;
  /** What was opened before there was a connection to tell it by. */
  let openedEarly: string[] = [];
  const endings: (() => void)[] = [];

  async function arriveRemotely(message: RemoteMessage): Promise<void> {
    const notification = notificationOf(message, now());
    if (!hasContent(message)) {
      // Data without anything to show: for the app alone, and only while it can be told.
      await openings.tell('received', notification);
    } else if (await store.add(notification, message.tag)) {
      if (platform.isInForeground()) await openings.tell('received', notification);
      else if (!message.isShown) await platform.show(shownOf(message));
    }
    connection?.acknowledge(message.id);
  }

  async function arriveLocally(shown: ShownNotification): Promise<void> {
    const notification = receivedNow(shown, now());
    if (!(await store.add(notification, shown.tag))) return;
    if (platform.isInForeground()) await openings.tell('received', notification);
    else await platform.show(shown);
  }

  /** A tap: told once as what it is; without a button it leads to where the notification points. */
  async function press({ notification: shown, actionId }: Press, kind: 'opened' | 'initial') {
    const known = store.get().notifications.find(({ id }) => id === shown.id);
    const notification = known ?? receivedNow(shown, now());
    if (!known) await store.add(notification, shown.tag);
    await store.markAsRead(notification.id);
    if (connection) connection.reportOpened(notification.id);
    else openedEarly = [...openedEarly, notification.id].slice(-MOST_OPENED_EARLY);
    if (actionId !== undefined) return openings.tellAction(actionId, notification);
    await openings.tell(kind, notification);
    await openings.tell('link', notification);
  }

  function hear(event: PlatformEvent): void {
    if (event.type === 'message') take(event.message);
    else press(event.press, 'opened').catch(onError);
  }

  /** One that could not be kept is not acknowledged, and comes again. */
  function take(message: RemoteMessage): void {
    arriveRemotely(message).catch(onError);
  }

  function connect(token: string): void {
    if (connection?.token === token) return connection.wake();
    connection?.close();
    const made = gateway.connect?.(token, {
      onMessage: take,
      onInbox: (change) => void store.merge(change).catch(onError),
      onState: (state) => {
        isReplaced = state === 'replaced';
        if (state === 'connected') device.converge();
        if (state === 'unregistered') device.registerAgain();
      },
    });
    connection = made && { ...made, token };
    for (const id of made ? openedEarly.splice(0) : []) made!.reportOpened(id);
  }

  async function resume(): Promise<void> {
    // Another tab had the connection meanwhile, and wrote down what it got.
    if (isReplaced) await store.load();
    await device.refresh();
    device.converge();
    connection?.wake();
    await scheduler.start();
    await inbox.refresh();
  }

  return {
    device,
    center: store,
    async start() {
      const follow = openings.on('link', ({ data }) => {
        if (typeof data['deepLink'] === 'string') router.navigate(data['deepLink']);
      });
      await store.load();
      await categories.restore();
      const stopResuming = platform.onResume(() => void resume().catch(onError));
      endings.push(follow, stopResuming, device.onRegistered(connect), inbox.stop);
      endings.push(...keepScreenInStep(store, platform, onError));
      const initial = await platform.initialPress();
      if (initial) await press(initial, 'initial');
      // After the press that started the app: a platform that reports it a second time is heard by then.
      endings.push(platform.listen(hear));
      await scheduler.start();
      await device.refresh();
      await inbox.refresh();
    },
    stop() {
      for (const end of endings.splice(0)) end();
      device.stop();
      connection?.close();
    },
    resume,
    async personChanged() {
      await store.clear();
      device.registerAgain();
      await inbox.refresh();
    },
    requestPermission: () => device.requestPermission(),
    async subscribeToTopic(topic) {
      await topics.subscribe(topic);
      device.converge();
    },
    async unsubscribeFromTopic(topic) {
      await topics.unsubscribe(topic);
      device.converge();
    },
    async unsubscribeWhere(matches) {
      const unwanted = (await topics.wanted()).filter(matches);
      for (const topic of unwanted) await topics.unsubscribe(topic);
      device.converge();
    },
    async schedule(options) {
      if (options.category !== undefined) categories.demand(options.category);
      return scheduler.schedule(options);
    },
    cancel: (id) => scheduler.cancel(id),
    cancelWhere: (matches) => scheduler.cancelWhere(matches),
    pending: () => scheduler.pending(),
    createCategory: (id, actions) => categories.create(id, actions),
    createChannel: (channel) => platform.createChannel(channel),
    on: openings.on,
  };
}

function hasContent({ title, body }: RemoteMessage): boolean {
  return title !== undefined || body !== undefined;
}

function notificationOf(message: RemoteMessage, now: number): Notification {
  const { id, title, body, data, imageUrl, sentAt } = message;
  const appId = data['appId'];
  return {
    id,
    data,
    ...(title !== undefined && { title }),
    ...(body !== undefined && { body }),
    ...(imageUrl !== undefined && { imageUrl }),
    ...(appId !== undefined && { appId }),
    receivedAt: new Date(sentAt ?? now).toISOString(),
  };
}

function shownOf(message: RemoteMessage) {
  const { isShown: _, sentAt: __, title = '', body = '', ...rest } = message;
  return { ...rest, title, body } satisfies ShownNotification;
}

function receivedNow({ id, title, body, data, imageUrl }: ShownNotification, now: number) {
  const appId = data['appId'];
  return {
    id,
    title,
    body,
    data: { ...data },
    ...(imageUrl !== undefined && { imageUrl }),
    ...(typeof appId === 'string' && { appId }),
    receivedAt: new Date(now).toISOString(),
  } satisfies Notification;
}
