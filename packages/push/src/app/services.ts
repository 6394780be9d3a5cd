import {
  AndroidChannel,
  type CategoryAction,
  type LocalNotificationOptions,
} from '@host/contracts';
import * as z from 'zod/mini';

import { PushError } from '../core/PushError.ts';
import { requirePush } from './appPush.ts';

/** Remote push outside of components. */
export const pushService = {
  /** Resolves once it is stored; it takes effect at the gateway as soon as there is a connection. */
  subscribeToTopic: async (topic: string): Promise<void> => requirePush().subscribeToTopic(topic),
  unsubscribeFromTopic: async (topic: string): Promise<void> =>
    requirePush().unsubscribeFromTopic(topic),
  /** To be called when somebody signs in or out: the device belongs to whoever is signed in (addition). */
  personChanged: async (): Promise<void> => requirePush().personChanged(),
};

/** Local notifications outside of components. */
export const localNotificationService = {
  /** Sets the buttons of notifications with this category, persistently. */
  createCategory: async (id: string, actions: readonly CategoryAction[]): Promise<void> =>
    requirePush().createCategory(id, actions),
  /** As `useLocalNotification` does (addition). */
  schedule: async (options: LocalNotificationOptions): Promise<string> =>
    requirePush().schedule(options),
  /** As `useLocalNotification` does (addition). */
  cancel: async (id: string): Promise<void> => requirePush().cancel(id),
};

/** Android's notification channels; without effect on other platforms. */
export const NotificationChannel = {
  /** Creates a channel, or changes its name and description; to be called at app start. */
  async create(channel: AndroidChannel): Promise<void> {
    const { data, error } = z.safeParse(AndroidChannel, channel);
    if (data) return requirePush().createChannel(data);
    const { path, message } = error.issues[0]!;
    throw new PushError('invalid-argument', `The channel's ${path.join('.')}: ${message}`);
  },
};
