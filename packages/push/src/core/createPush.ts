import {
  type AndroidChannel,
  type CategoryAction,
  DEVICE_PROOF_KEY,
  type LocalNotificationOptions,
  type Notification,
  type NotificationApp,
  type Observable,
} from '@host/contracts';

import { createCategories } from './categories/createCategories.ts';
import { type DeviceState, createDevice } from './device/createDevice.ts';
import { NOTIFICATION_TEXTS } from './gateway/answers.ts';
import type { LiveConnection, PushGateway } from './gateway/PushGateway.types.ts';
import { pickTexts } from './guards.ts';
import type { DeepLinkRouter } from './links/createDeepLinkRouter.ts';
import { miniAppCategory } from './miniAppCategory.ts';
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
import type {
  PlatformEvent,
  Press,
  PushPlatform,
  RemoteMessage,
  Showable,
  ShownNotification,
} from './PushPlatform.types.ts';
import { createLocalScheduler } from './schedule/createLocalScheduler.ts';
import { createStandIn } from './schedule/createStandIn.ts';
import { ownNotificationOf } from './schedule/ownNotification.ts';
import type { Schedule } from './schedule/Schedule.types.ts';
import { createTopics } from './topics/createTopics.ts';

export interface PushOptions {
  platform: PushPlatform;
  gateway: PushGateway;
  router: DeepLinkRouter;
  /**
   * Whether one may be shown now, in front or on the screen; yes where it is left out. What may not is in the center all
   * the same. What a system shows by itself is not asked about.
   */
  mayShow?: (notification: Showable) => boolean | Promise<boolean>;
  /** Told when the system allows no exact times: local notifications may be minutes late. */
  onInexactAlarms?: () => void;
  /** Told of what went wrong where nobody waits for it, such as a storage that is full. */
  onError?: (error: unknown) => void;
  now?: () => number;
}

const MAX_OPENED_EARLY = 100;
/** Systems keep no more than about this many. */
const MAX_ON_SCREEN = 64;

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
  /** `from` is the mini-app that it comes from; left out for the host's own. */
  schedule: (options: LocalNotificationOptions, from?: NotificationApp) => Promise<string>;
  cancel: (id: string) => Promise<void>;
  cancelWhere: (matches: (schedule: Schedule) => boolean) => Promise<void>;
  /** The local notifications that will still be shown. */
  pending: () => Promise<Schedule[]>;
  createCategory: (id: string, actions: readonly CategoryAction[]) => Promise<void>;
  /** The ids of the categories that were created, those of mini-apps among them. */
  categories: () => string[];
  removeCategory: (id: string) => Promise<void>;
  /** The buttons of a category; none for one that was not created. */
  actionsOf: (category: string | undefined) => readonly CategoryAction[];
  /**
   * Somebody opened one inside the app, or tapped a button that the app drew: it is read, the gateway is told, and its link
   * is followed or the action told.
   */
  open: (id: string, actionId?: string) => Promise<void>;
  createChannel: (channel: AndroidChannel) => Promise<void>;
  on: <Kind extends OpeningKind>(kind: Kind, handler: OpeningHandlers[Kind]) => () => void;
}

export function createPush({
  platform,
  gateway,
  router,
  mayShow = () => true,
  onInexactAlarms,
  onError = () => undefined,
  now = Date.now,
}: PushOptions): Push {
  const { storage } = platform;
  const topics = createTopics(storage, gateway);
  const device = createDevice(platform, gateway, topics);
  const store = createNotificationStore(storage, now);
  const openings = createOpenings(storage, ({ id, data }) => {
    if (id === followedId) router.expect(data.deepLink!);
  });
  const categories = createCategories(platform);
  const inbox = followInbox(store, storage, gateway.inbox);
  const { schedule, unschedule } = gateway;
  // A system that shows them by itself needs nobody to stand in.
  const standIn =
    platform.alarms.kind === 'app' && schedule && unschedule
      ? createStandIn(storage, { schedule, unschedule }, now)
      : undefined;
  const scheduler = createLocalScheduler({
    storage,
    alarms: platform.alarms,
    show: async (shown) => {
      // The gateway may have been faster.
      await takeArrived();
      await arrive(notificationOf(shown, now()), shown);
    },
    onArmed: standIn?.want,
    onInexact: onInexactAlarms,
    now,
  });
  let connection: (LiveConnection & { token: string }) | undefined;
  let isReplaced = false;
  /** The notification whose link was followed last. */
  let followedId: string | undefined;
  /** What was opened before there was a connection to tell it by. */
  let openedEarly: string[] = [];
  const endings: ((() => void) | undefined)[] = [];

  async function arriveRemotely(message: RemoteMessage): Promise<void> {
    const code = message.data[DEVICE_PROOF_KEY];
    // For the gateway alone: nobody is shown it, and the app is not told.
    if (code !== undefined) return device.prove(code);
    const { isShown, isPast, sentAt = now() } = message;
    const own = ownNotificationOf(message.data);
    const notification = notificationOf(own ?? message, sentAt);
    if (own || hasContent(message)) {
      await arrive(notification, own ?? shownOf(message), isShown, isPast);
    }
    // Data without anything to show: for the app alone, and only while it can be told.
    else await openings.tell('received', notification);
    connection?.acknowledge(message.id);
  }

  /** Keeps it, then tells or shows it; one that is kept already is the same again. */
  async function arrive(
    notification: Notification,
    shown: ShownNotification,
    isShown = false,
    isPast = false,
  ): Promise<void> {
    if (!(await store.add(notification, shown.tag)) || isPast || !(await mayShow(shown))) return;
    // In front the app is told and shows it as it likes; otherwise the system does.
    if (platform.isInForeground()) await openings.tell('received', notification);
    else if (!isShown) await platform.show(shown);
  }

  /** What somebody else took in for the app while it was not running. */
  async function takeArrived(): Promise<void> {
    for (const message of (await platform.arrived?.()) ?? []) {
      await arriveRemotely(message).catch(onError);
    }
  }

  async function markAsOpened(id: string): Promise<void> {
    await store.markAsRead(id);
    if (connection) connection.reportOpened(id);
    else openedEarly = [...openedEarly, id].slice(-MAX_OPENED_EARLY);
  }

  function followLink({ id, data: { deepLink } }: Notification): void {
    if (deepLink === undefined) return;
    followedId = id;
    router.follow(deepLink);
  }

  /**
   * A button of a mini-app's own category leads to the mini-app, which is told by `action`: the host is not asked to do what
   * somebody else called like one of its own actions.
   */
  function act(actionId: string, notification: Notification): Promise<void> {
    const { app, category, data } = notification;
    if (!app || !category?.startsWith(miniAppCategory(app.id, ''))) {
      return openings.tellAction(actionId, notification);
    }
    // Of two parameters that have the same name the first counts.
    const action = `?action=${encodeURIComponent(actionId)}&`;
    const deepLink = (data.deepLink ?? `miniapp/${app.id}`).replace(/\?|$/, () => action);
    return openings.tell('link', { ...notification, data: { ...data, deepLink } });
  }

  /** A tap: told once as what it is; without a button it leads to where the notification points. */
  async function press({ notification: shown, actionId }: Press, kind: 'opened' | 'initial') {
    const known = store.get().notifications.find(({ id }) => id === shown.id);
    const notification = known ?? notificationOf(shown, now());
    if (!known) await store.add(notification, shown.tag);
    await markAsOpened(notification.id);
    if (actionId !== undefined) return act(actionId, notification);
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
      const follow = openings.on('link', followLink);
      await store.load();
      await categories.restore();
      const stopResuming = platform.onResume(() => void resume().catch(onError));
      endings.push(platform.onPause?.(() => connection?.pause?.()));
      endings.push(follow, stopResuming, device.onRegistered(connect), inbox.stop);
      if (standIn) endings.push(device.onRegistered(standIn.registered), standIn.stop);
      endings.push(...keepScreenInStep(store, platform, onError));
      const initial = await platform.initialPress();
      if (initial) await press(initial, 'initial');
      // After the press that started the app: a platform that reports it a second time is heard by then.
      endings.push(platform.listen(hear));
      await takeArrived();
      await scheduler.start();
      await device.refresh();
      await inbox.refresh();
    },
    stop() {
      for (const end of endings.splice(0)) end?.();
      device.stop();
      connection?.close();
    },
    resume,
    async personChanged() {
      const { notifications } = store.get();
      await store.clear();
      // Also off the screen: it is for nobody else to see.
      const unread = notifications.filter(({ readAt }) => readAt === undefined);
      for (const { id } of unread.slice(0, MAX_ON_SCREEN)) platform.dismiss(id).catch(onError);
      device.registerAgain();
      await inbox.refresh();
    },
    requestPermission: device.requestPermission,
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
    async schedule(options, from) {
      if (options.category !== undefined) categories.demand(options.category);
      return scheduler.schedule(options, from);
    },
    cancel: scheduler.cancel,
    cancelWhere: scheduler.cancelWhere,
    pending: scheduler.pending,
    createCategory: categories.create,
    categories: categories.ids,
    removeCategory: categories.remove,
    actionsOf: categories.actionsOf,
    async open(id, actionId) {
      const notification = store.get().notifications.find((each) => each.id === id);
      if (!notification) return;
      await markAsOpened(id);
      if (actionId === undefined) followLink(notification);
      else await act(actionId, notification);
    },
    createChannel: (channel) => platform.createChannel(channel),
    on: openings.on,
  };
}

function hasContent({ title, body }: RemoteMessage): boolean {
  return title !== undefined || body !== undefined;
}

function notificationOf(given: RemoteMessage | ShownNotification, at: number): Notification {
  const { id, data, app } = given;
  const texts = pickTexts({ ...given, appId: app?.id ?? data['appId'] }, NOTIFICATION_TEXTS);
  const receivedAt = new Date(at).toISOString();
  const copy = { ...data };
  // What a local notification was given may be anything; a link is a text.
  if (typeof copy['deepLink'] !== 'string') delete copy['deepLink'];
  return { id, data: copy, ...texts, ...(app && { app }), receivedAt };
}

function shownOf(message: RemoteMessage) {
  const { isShown: _, isPast: __, sentAt: ___, title = '', body = '', ...rest } = message;
  return { ...rest, title, body } satisfies ShownNotification;
}
