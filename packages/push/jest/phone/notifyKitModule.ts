import { Platform } from 'react-native';
import type { Notification, TimestampTrigger } from 'react-native-notify-kit';

import type { PhoneState } from './PhoneState.types.ts';

const MAX_PENDING_ON_IOS = 64;
const EXACT_ALARMS = new Set([2, 3, 4]);
const STATUS = { 'not-determined': -1, denied: 0, granted: 1 } as const;

/** The native module of react-native-notify-kit after its specification, on a simulated phone. */
export function createNotifyKitModule(phone: () => PhoneState) {
  const isAndroid = Platform.OS === 'android';
  const cancel = (of: 'displayed' | 'triggers', ids: readonly string[]) => {
    for (const id of ids) phone()[of].delete(id);
  };
  const settings = () => ({
    // Android does not report whether the person was asked.
    authorizationStatus:
      STATUS[isAndroid && phone().permission !== 'granted' ? 'denied' : phone().permission],
    android: { alarm: phone().allowsExactAlarms ? 1 : 0 },
    ios: {},
  });
  return {
    getConstants: () => ({ ANDROID_API_LEVEL: 36 }),
    addListener: () => undefined,
    removeListeners: () => undefined,
    getNotificationSettings: async () => settings(),
    async requestPermission() {
      phone().timesAsked += 1;
      phone().permission = phone().answer;
      return settings();
    },
    async createChannel(channel: { id: string }) {
      phone().channels.set(channel.id, { ...channel });
    },
    isChannelCreated: async (id: string) => phone().channels.has(id),
    async setNotificationCategories(categories: PhoneState['categories']) {
      phone().categories = categories;
    },
    async displayNotification(notification: Notification) {
      // Android shows nothing in a channel that does not exist.
      if (isAndroid && !phone().channels.has(notification.android?.channelId ?? '')) return;
      phone().displayed.set(notification.id!, notification);
    },
    async createTriggerNotification(notification: Notification, trigger: TimestampTrigger) {
      const { triggers, allowsExactAlarms } = phone();
      const { type = 0 } = (trigger.alarmManager ?? {}) as { type?: number };
      if (isAndroid && !allowsExactAlarms && EXACT_ALARMS.has(type)) {
        throw new Error('SecurityException: the app may not set exact alarms');
      }
      // iOS silently drops notifications above its limit.
      const isFull = !isAndroid && triggers.size >= MAX_PENDING_ON_IOS;
      if (!isFull) triggers.set(notification.id!, { notification, trigger });
    },
    getTriggerNotificationIds: async () => [...phone().triggers.keys()],
    getDisplayedNotifications: async () =>
      [...phone().displayed].map(([id, notification]) => ({ id, notification })),
    async getInitialNotification() {
      const initial = phone().initialNotification;
      phone().initialNotification = null;
      return initial;
    },
    async setBadgeCount(count: number) {
      phone().badge = count;
    },
    // How Android cancels: 1 for displayed notifications, 2 for scheduled ones.
    async cancelAllNotificationsWithIds(ids: string[], type: number) {
      cancel(type === 1 ? 'displayed' : 'triggers', ids);
    },
    // iOS's functions.
    cancelDisplayedNotification: async (id: string) => cancel('displayed', [id]),
    cancelTriggerNotificationsWithIds: async (ids: string[]) => cancel('triggers', ids),
  };
}
