import { DEVICE_PROOF_KEY, type Notification } from '@host/contracts';

import { createCategories } from './categories/createCategories.ts';
import { createDevice } from './device/createDevice.ts';
import type { LiveConnection } from './gateway/PushGateway.types.ts';
import { miniAppCategory } from './miniAppCategory.ts';
import { notificationOf, shownOf } from './notificationOf.ts';
import { createNotificationStore } from './notifications/createNotificationStore.ts';
import { followInbox } from './notifications/followInbox.ts';
import { keepScreenInStep } from './notifications/keepScreenInStep.ts';
import { createOpenings } from './openings/createOpenings.ts';
import type { Push, PushOptions } from './Push.types.ts';
import type {
  PlatformEvent,
  Press,
  RemoteMessage,
  ShownNotification,
} from './PushPlatform.types.ts';
import { createLocalScheduler } from './schedule/createLocalScheduler.ts';
import { createStandIn } from './schedule/createStandIn.ts';
import { ownNotificationOf } from './schedule/ownNotification.ts';
import { createTopics } from './topics/createTopics.ts';

const MAX_EARLY = 100;
/** About the maximum that systems display. */
const MAX_ON_SCREEN = 64;

/** Creates the push of an app; see `Push`. */
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
  const inbox = gateway.inbox && followInbox(store, storage, gateway.inbox);
  const { schedule, unschedule } = gateway;
  // Not needed if the system shows them by itself.
  const standIn =
    platform.alarms.kind === 'app' && schedule && unschedule
      ? createStandIn(storage, { schedule, unschedule }, now)
      : undefined;
  const scheduler = createLocalScheduler({
    storage,
    alarms: platform.alarms,
    show: async (shown) => {
      // The gateway may have delivered it already.
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
  /** Reports from before there was a connection to send them on. */
  let early: ((made: LiveConnection) => void)[] = [];
  const endings: ((() => void) | undefined)[] = [];

  async function arriveRemotely(message: RemoteMessage): Promise<void> {
    const code = message.data[DEVICE_PROOF_KEY];
    // Only for the gateway: it is not shown, and not passed to the app.
    if (code !== undefined) return device.prove(code);
    const { id, isShown, isPast, held, sentAt = now() } = message;
    const own = ownNotificationOf(message.data);
    const notification = notificationOf(own ?? message, sentAt);
    let why = held;
    if (own || (message.title ?? message.body) !== undefined) {
      why = (await arrive(notification, own ?? shownOf(message), isShown, isPast)) ?? held;
    }
    // A data-only message is only passed to the app, and only while it is running.
    else await openings.tell('received', notification);
    if (why) report(id, why);
    connection?.acknowledge(id);
  }

  /** Stores a notification, then passes it to the app or shows it; duplicates are dropped. Returns why it was withheld. */
  async function arrive(
    notification: Notification,
    shown: ShownNotification,
    isShown?: boolean,
    isPast?: boolean,
  ): Promise<string | undefined> {
    if (!(await store.add(notification, shown.tag)) || isPast) return undefined;
    const may = await mayShow(shown);
    if (may !== true) return may || 'held';
    // In the foreground, the app gets it and displays it as it likes; otherwise the system does.
    if (platform.isInForeground()) await openings.tell('received', notification);
    else if (!isShown) await platform.show(shown);
    return undefined;
  }

  /** Takes messages that were stored for the app while it was not running. */
  async function takeArrived(): Promise<void> {
    for (const message of (await platform.arrived?.()) ?? []) {
      await take(message);
    }
  }

  /** Reports that it was opened, or why it was withheld. */
  function report(id: string, why?: string): void {
    const tell = (made: LiveConnection) => (why ? made.reportHeld(id, why) : made.reportOpened(id));
    if (connection) tell(connection);
    else early = [...early, tell].slice(-MAX_EARLY);
  }

  async function markAsOpened(id: string): Promise<void> {
    await store.markAsRead(id);
    report(id);
  }

  function find(id: string): Notification | undefined {
    return store.get().notifications.find((each) => each.id === id);
  }

  function followLink({ id, data: { deepLink } }: Notification): void {
    if (deepLink === undefined) return;
    followedId = id;
    router.follow(deepLink);
  }

  /**
   * Handles a button. One of a mini-app's category opens the mini-app with the parameter `action`: a mini-app must not be able
   * to trigger a host action by using its name.
   */
  function act(actionId: string, notification: Notification): Promise<void> {
    const { app, category, data } = notification;
    if (!app || !category?.startsWith(miniAppCategory(app.id, ''))) {
      return openings.tellAction(actionId, notification);
    }
    // First, since of two parameters with the same name the first counts.
    const action = `?action=${encodeURIComponent(actionId)}&`;
    const deepLink = (data.deepLink ?? `miniapp/${app.id}`).replace(/\?|$/, () => action);
    return openings.tell('link', { ...notification, data: { ...data, deepLink } });
  }

  /** Handles a tap: reported exactly once; without a button, it follows the notification's link. */
  async function press({ notification: shown, actionId }: Press, kind: 'opened' | 'initial') {
    const notification = find(shown.id) ?? notificationOf(shown, now());
    await store.add(notification, shown.tag);
    await markAsOpened(notification.id);
    if (actionId !== undefined) return act(actionId, notification);
    await openings.tell(kind, notification);
    await openings.tell('link', notification);
  }

  function hear(event: PlatformEvent): void {
    if (event.type === 'message') void take(event.message);
    else press(event.press, 'opened').catch(onError);
  }

  /** Takes a message. If it cannot be stored it is not acknowledged, and is sent again. */
  function take(message: RemoteMessage): Promise<void> {
    return arriveRemotely(message).catch(onError);
  }

  function connect(token: string): void {
    if (connection?.token === token) return connection.wake();
    connection?.close();
    const made = gateway.connect?.(token, {
      onMessage: (message) => void take(message),
      onInboxChanged: () => void inbox?.refresh(),
      onState: (state) => {
        isReplaced = state === 'replaced';
        if (state === 'connected') device.converge();
        if (state === 'unregistered') device.registerAgain();
      },
    });
    connection = made && { ...made, token };
    for (const tell of made ? early.splice(0) : []) tell(made!);
  }

  async function resume(): Promise<void> {
    // Another tab had the connection meanwhile, and stored what it received.
    if (isReplaced) await store.load();
    await device.refresh();
    device.converge();
    connection?.wake();
    await scheduler.start();
    await inbox?.refresh();
  }

  return {
    device,
    center: store,
    async start() {
      endings.push(openings.on('link', followLink));
      await store.load();
      await categories.restore();
      endings.push(
        platform.onResume(() => void resume().catch(onError)),
        platform.onPause?.(() => connection?.pause?.()),
        device.onRegistered(connect),
        inbox?.stop,
        standIn && device.onRegistered(standIn.registered),
        standIn?.stop,
        ...keepScreenInStep(store, platform, onError),
      );
      const initial = await platform.initialPress();
      if (initial) await press(initial, 'initial');
      // After the press that started the app, so that a second report of it is recognized.
      endings.push(platform.listen(hear));
      await takeArrived();
      await scheduler.start();
      await device.refresh();
      await inbox?.refresh();
    },
    stop() {
      for (const end of endings.splice(0)) end?.();
      device.stop();
      connection?.close();
    },
    resume,
    async personChanged() {
      const { notifications } = store.get();
      inbox?.personChanged();
      await store.clear();
      // Also remove displayed ones: they are not for the next person.
      const unread = notifications.filter(({ readAt }) => readAt === undefined);
      for (const { id } of unread.slice(0, MAX_ON_SCREEN)) platform.dismiss(id).catch(onError);
      device.registerAgain();
      await inbox?.refresh();
    },
    requestPermission: device.requestPermission,
    subscribeToTopic: (topic) => topics.subscribe(topic).then(device.converge),
    unsubscribeFromTopic: (topic) => topics.unsubscribe(topic).then(device.converge),
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
      const notification = find(id);
      if (!notification) return;
      await markAsOpened(id);
      if (actionId === undefined) followLink(notification);
      else await act(actionId, notification);
    },
    createChannel: (channel) => platform.createChannel(channel),
    on: openings.on,
  };
}
