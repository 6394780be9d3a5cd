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
/** Systems keep no more than about this many. */
const MAX_ON_SCREEN = 64;

/** Makes the push of an app: `Push` says what it does. */
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
  /** What is to be told, and happened before there was a connection to tell it by. */
  let early: ((made: LiveConnection) => void)[] = [];
  const endings: ((() => void) | undefined)[] = [];

  async function arriveRemotely(message: RemoteMessage): Promise<void> {
    const code = message.data[DEVICE_PROOF_KEY];
    // For the gateway alone: nobody is shown it, and the app is not told.
    if (code !== undefined) return device.prove(code);
    const { id, isShown, isPast, held, sentAt = now() } = message;
    const own = ownNotificationOf(message.data);
    const notification = notificationOf(own ?? message, sentAt);
    let why = held;
    if (own || (message.title ?? message.body) !== undefined) {
      why = (await arrive(notification, own ?? shownOf(message), isShown, isPast)) ?? held;
    }
    // Data without anything to show: for the app alone, and only while it can be told.
    else await openings.tell('received', notification);
    if (why) report(id, why);
    connection?.acknowledge(id);
  }

  /** Keeps it, then tells or shows it; one that is kept already is the same again. Returns why it was not shown. */
  async function arrive(
    notification: Notification,
    shown: ShownNotification,
    isShown?: boolean,
    isPast?: boolean,
  ): Promise<string | undefined> {
    if (!(await store.add(notification, shown.tag)) || isPast) return undefined;
    const may = await mayShow(shown);
    if (may !== true) return may || 'held';
    // In front the app is told and shows it as it likes; otherwise the system does.
    if (platform.isInForeground()) await openings.tell('received', notification);
    else if (!isShown) await platform.show(shown);
    return undefined;
  }

  /** What somebody else took in for the app while it was not running. */
  async function takeArrived(): Promise<void> {
    for (const message of (await platform.arrived?.()) ?? []) {
      await take(message);
    }
  }

  /** Tells that it was opened, or why it was held back. */
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

  /** One that could not be kept is not acknowledged, and comes again. */
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
    // Another tab had the connection meanwhile, and wrote down what it got.
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
      // After the press that started the app: a platform that reports it a second time is heard by then.
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
      // Also off the screen: it is for nobody else to see.
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
