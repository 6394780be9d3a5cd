import type { CategoryAction, LocalNotificationOptions, Observable } from '@host/contracts';

import type { Push } from '../Push.types.ts';
import { PushError } from '../PushError.ts';
import {
  type MiniAppPush,
  type MiniAppPushOptions,
  createMiniAppPush,
  permissionOf,
} from './createMiniAppPush.ts';

/** The push of all mini-apps of a host: implements the host runtime's port with the same name. */
export interface HostPush {
  permission: Observable<{ hasPermission: boolean }>;
  requestPermission(): Promise<boolean>;
  subscribeToTopic: (topic: string) => Promise<void>;
  unsubscribeFromTopic(topic: string): Promise<void>;
  scheduleNotification(appId: string, options: LocalNotificationOptions): Promise<string>;
  /** Sets the buttons of a mini-app's notifications with this category. */
  createCategory(appId: string, id: string, actions: readonly CategoryAction[]): Promise<void>;
  cancelNotification(id: string): Promise<void>;
  /** To be called when a mini-app may no longer notify, or was removed. */
  withdraw(appId: string): Promise<void>;
}

/** `miniapp_<appId>_<purpose>`: an appId has no underscore. */
const MINI_APP_TOPIC = /^miniapp_([^_]+)_./;

/**
 * Creates the push that a host provides to its mini-apps.
 *
 * @example
 * const host = createHost({ push: createHostPush(push, { describe }), … });
 */
export function createHostPush(
  push: Push,
  options: Omit<MiniAppPushOptions, 'appId'> = {},
): HostPush {
  const bound = new Map<string, MiniAppPush>();
  const of = (appId: string) => {
    let found = bound.get(appId);
    if (!found) bound.set(appId, (found = createMiniAppPush(push, { appId, ...options })));
    return found;
  };
  const ofTopic = (topic: string) => {
    const appId = MINI_APP_TOPIC.exec(topic)?.[1];
    if (appId !== undefined) return of(appId);
    throw new PushError('invalid-argument', `"${topic}" is no topic of a mini-app.`);
  };
  return {
    permission: permissionOf(push),
    requestPermission: push.requestPermission,
    subscribeToTopic: async (topic) => ofTopic(topic).subscribeToTopic(topic),
    unsubscribeFromTopic: async (topic) => ofTopic(topic).unsubscribeFromTopic(topic),
    scheduleNotification: (appId, given) => of(appId).scheduleNotification(given),
    createCategory: async (appId, id, actions) => of(appId).createCategory(id, actions),
    cancelNotification: push.cancel,
    withdraw: (appId) => of(appId).withdraw(),
  };
}
