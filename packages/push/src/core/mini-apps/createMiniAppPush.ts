import {
  type CategoryAction,
  type LocalNotificationOptions,
  type NotificationApp,
  miniAppLink,
  miniAppTopic,
  type Observable,
  createObservable,
  type PushRefusal,
  refuseCategory,
  refuseScheduling,
} from '@host/contracts';

import type { Push } from '../Push.types.ts';
import { miniAppCategory } from '../miniAppCategory.ts';
import { PushError } from '../PushError.ts';

export interface MiniAppPushOptions {
  appId: string;
  /** Returns the name and icon in the registry, which its notifications show. */
  describe?: ((appId: string) => Promise<Pick<NotificationApp, 'name' | 'icon'>>) | undefined;
  /** How many of its notifications may be pending at once. */
  mostPending?: number;
}

/** The push of one mini-app: its own topics and notifications, a quota, and links that only lead to itself. */
export interface MiniAppPush {
  permission: Observable<{ hasPermission: boolean }>;
  requestPermission(): Promise<boolean>;
  /** Only accepts topics `miniapp_<appId>_…`. */
  subscribeToTopic(topic: string): Promise<void>;
  unsubscribeFromTopic(topic: string): Promise<void>;
  /** Resolves to the id that cancels it. Opening it leads to `miniapp/<appId>` with its data. */
  scheduleNotification(options: LocalNotificationOptions): Promise<string>;
  /** Sets the buttons of its notifications with this category; a tap on one opens it with `action`. */
  createCategory(id: string, actions: readonly CategoryAction[]): Promise<void>;
  /** Cancels one of its own notifications; other ids have no effect. */
  cancelNotification(id: string): Promise<void>;
  /** Cancels its notifications and subscriptions, because it may no longer notify, or was removed. */
  withdraw(): Promise<void>;
}

/** Binds push to a mini-app. The id comes from the host's registry, never from the mini-app. */
export function createMiniAppPush(
  push: Push,
  { appId, describe, mostPending }: MiniAppPushOptions,
): MiniAppPush {
  const prefix = miniAppTopic(appId, '');
  const isOwn = (topic: string) => topic.startsWith(prefix) && topic.length > prefix.length;
  const isOwnCategory = (id: string) => id.startsWith(miniAppCategory(appId, ''));
  const ownCategories = () => push.categories().filter(isOwnCategory);

  function requireOwn(topic: string): void {
    if (isOwn(topic)) return;
    throw new PushError(
      'invalid-argument',
      `A mini-app's topics start with ${prefix}; "${topic}" does not.`,
    );
  }

  async function ownApp(): Promise<NotificationApp> {
    // Without the registry's data, its id is shown: any other name would be the mini-app's own claim.
    const { name, icon } = (await describe?.(appId).catch(() => undefined)) ?? { name: appId };
    return { id: appId, name, ...(icon !== undefined && { icon }) };
  }

  const ownPending = async () =>
    (await push.pending()).filter(({ content }) => content.data?.['appId'] === appId);

  return {
    permission: permissionOf(push),
    requestPermission: push.requestPermission,
    async subscribeToTopic(topic) {
      requireOwn(topic);
      await push.subscribeToTopic(topic);
    },
    async unsubscribeFromTopic(topic) {
      requireOwn(topic);
      await push.unsubscribeFromTopic(topic);
    },
    async createCategory(id, actions) {
      const own = miniAppCategory(appId, id);
      demand(refuseCategory(own, ownCategories()));
      await push.createCategory(own, actions);
    },
    async scheduleNotification(options) {
      if (options.channelId !== undefined) {
        throw new PushError('invalid-argument', 'channelId: channels are the host’s own.');
      }
      const quota = mostPending === undefined ? {} : { mostPending };
      const pending = (await ownPending()).length;
      const { category } = options;
      // With the names that the mini-app uses.
      const shorten = (id: string) => id.slice(miniAppCategory(appId, '').length);
      const categories = ownCategories().map(shorten);
      const named = category === undefined ? undefined : shorten(miniAppCategory(appId, category));
      demand(refuseScheduling({ category: named }, { categories, pending, ...quota }));
      const { deepLink: _, ...data } = options.data ?? {};
      const deepLink = miniAppLink(appId, data);
      const own = {
        ...options,
        data: { ...data, appId, deepLink },
        ...(category !== undefined && { category: miniAppCategory(appId, category) }),
      };
      return push.schedule(own, await ownApp());
    },
    async cancelNotification(id) {
      if ((await ownPending()).some((schedule) => schedule.id === id)) await push.cancel(id);
    },
    async withdraw() {
      await push.cancelWhere(({ content }) => content.data?.['appId'] === appId);
      await push.unsubscribeWhere(isOwn);
      for (const id of ownCategories()) await push.removeCategory(id);
    },
  };
}

function demand(refusal: PushRefusal | undefined): void {
  if (refusal) throw new PushError(refusal.code, refusal.message);
}

/** An observable of whether notifications are allowed. */
export function permissionOf(push: Push): Observable<{ hasPermission: boolean }> {
  const read = () => push.device.get().permission === 'granted';
  const state = createObservable({ hasPermission: read() });
  const refresh = () => {
    if (state.get().hasPermission !== read()) state.set({ hasPermission: read() });
  };
  push.device.subscribe(refresh);
  return { get: state.get, subscribe: state.subscribe };
}
