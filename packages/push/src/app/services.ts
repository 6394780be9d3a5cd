import {
  AndroidChannel,
  type CategoryAction,
  type LocalNotificationOptions,
} from '@host/contracts';
import * as z from 'zod/mini';

import { PushError } from '../core/PushError.ts';
import { demandPush } from './appPush.ts';

/** Remote push outside of components. */
export const pushService = {
  /** Resolves once it is kept; it takes effect at the gateway now or when there is a connection again. */
  subscribeToTopic: async (topic: string): Promise<void> => demandPush().subscribeToTopic(topic),
  unsubscribeFromTopic: async (topic: string): Promise<void> =>
    demandPush().unsubscribeFromTopic(topic),
  /** Somebody signed in or out: the device belongs to whoever is signed in (addition). */
  personChanged: async (): Promise<void> => demandPush().personChanged(),
};

/** Local notifications outside of components. */
export const localNotificationService = {
  /** The buttons of notifications with this category; kept over restarts. */
  createCategory: async (id: string, actions: readonly CategoryAction[]): Promise<void> =>
    demandPush().createCategory(id, actions),
  /** As `useLocalNotification` does (addition). */
  schedule: async (options: LocalNotificationOptions): Promise<string> =>
    demandPush().schedule(options),
  /** As `useLocalNotification` does (addition). */
  cancel: async (id: string): Promise<void> => demandPush().cancel(id),
};

/** The channels that Android groups notifications by; elsewhere nothing happens. */
export const NotificationChannel = {
  /** Creates a channel, or changes the name and description of one; done at app start. */
  async create(channel: AndroidChannel): Promise<void> {
    const { data, error } = z.safeParse(AndroidChannel, channel);
    if (data) return demandPush().createChannel(data);
    const { path, message } = error.issues[0]!;
    throw new PushError('invalid-argument', `The channel's ${path.join('.')}: ${message}`);
  },
};
