import type { CategoryAction } from '@host/contracts';
import { messagesNow } from '@host/kit/messages';
import { AppState, Platform } from 'react-native';
import notifications, {
  AndroidImportance,
  AuthorizationStatus,
  type Event,
  EventType,
  type NotificationSettings,
} from 'react-native-notify-kit';

import type {
  PermissionStatus,
  PlatformEvent,
  Press,
  PushPlatform,
  PushStorage,
  ShownNotification,
} from '../../core/PushPlatform.types.ts';
import { NOTIFICATIONS } from '../../messages/notificationMessages.ts';
import { createNativeAlarms } from './createNativeAlarms.ts';
import {
  DEFAULT_CHANNEL,
  PRESS,
  messageOfShown,
  nativeNotification,
  shownOf,
  shownOfMessage,
} from './notificationParts.ts';
import type { RemotePush } from './RemotePush.types.ts';

export interface NativePlatformOptions {
  storage: PushStorage;
  /** The push service for pushes while the app is not running: `createFirebaseRemote()`. */
  remote?: RemotePush;
  /** The display name of the default channel (Android); by default, the existing name, or a generic one. */
  defaultChannelName?: string;
}

const ASKED = 'native/asked';
const IMPORTANCE = {
  none: AndroidImportance.NONE,
  min: AndroidImportance.MIN,
  low: AndroidImportance.LOW,
  default: AndroidImportance.DEFAULT,
  high: AndroidImportance.HIGH,
} as const;

/**
 * Push on ios and android. Create it at the start of the app's script, outside of components, so that taps in the background
 * are handled.
 */
export function createNativePlatform(options: NativePlatformOptions): PushPlatform {
  const { storage, remote } = options;
  const categories = new Map<string, readonly CategoryAction[]>();
  const listeners = new Set<(event: PlatformEvent) => void>();
  let waiting: PlatformEvent[] = [];
  let defaultChannel: Promise<unknown> | undefined;

  function emit(event: PlatformEvent): void {
    if (listeners.size === 0) waiting = [...waiting, event].slice(-100);
    else listeners.forEach((tell) => tell(event));
  }

  function hear({ type, detail }: Event): void {
    if (!detail.notification) return;
    const notification = shownOf(detail.notification);
    if (type === EventType.DELIVERED) {
      emit({ type: 'message', message: messageOfShown(notification) });
    } else if (type === EventType.PRESS || type === EventType.ACTION_PRESS) {
      emit({ type: 'press', press: pressOf(notification, detail.pressAction?.id) });
    }
  }
  // There is only one observer for the background, which the library requires at the start.
  notifications.onBackgroundEvent(async (event) => hear(event));

  /** Collects notifications that were displayed while the app was not running, which ios does not report. */
  async function collectShown(): Promise<void> {
    for (const { notification } of await notifications.getDisplayedNotifications()) {
      if (typeof notification.data?.['shown'] !== 'string') continue;
      emit({ type: 'message', message: messageOfShown(shownOf(notification)) });
    }
  }

  async function prepareDefaultChannel(): Promise<void> {
    const { defaultChannelName } = options;
    // Creating it again would rename it: a host may have named it in the person's language.
    if (defaultChannelName === undefined && (await notifications.isChannelCreated(DEFAULT_CHANNEL)))
      return;
    const name = defaultChannelName ?? messagesNow(NOTIFICATIONS)('label');
    await notifications.createChannel({ id: DEFAULT_CHANNEL, name });
  }

  async function prepare(shown: ShownNotification) {
    if (Platform.OS === 'android') {
      defaultChannel ??= prepareDefaultChannel();
      await defaultChannel;
    }
    return nativeNotification(shown, categories.get(shown.category ?? ''));
  }

  /** The permission status: Android reports "denied" even before the person was asked. */
  async function statusOf({
    authorizationStatus,
  }: NotificationSettings): Promise<PermissionStatus> {
    if (authorizationStatus === AuthorizationStatus.NOT_DETERMINED) return 'not-determined';
    if (authorizationStatus !== AuthorizationStatus.DENIED) return 'granted';
    const wasAsked = Platform.OS !== 'android' || (await storage.get(ASKED)) !== undefined;
    return wasAsked ? 'denied' : 'not-determined';
  }

  return {
    name: Platform.OS,
    storage,
    alarms: createNativeAlarms(prepare),
    permission: {
      status: async () => statusOf(await notifications.getNotificationSettings()),
      async request() {
        await storage.set(ASKED, '1');
        return statusOf(await notifications.requestPermission());
      },
    },
    token: {
      get: async () => remote?.token(),
      onChange: (listener) => remote?.onToken(listener) ?? (() => undefined),
    },
    show: async (shown) => void (await notifications.displayNotification(await prepare(shown))),
    async dismiss(id) {
      for (const { notification } of await notifications.getDisplayedNotifications()) {
        if (shownOf(notification).id !== id || notification.id === undefined) continue;
        await notifications.cancelDisplayedNotification(notification.id);
      }
    },
    async setCategory(id, actions) {
      categories.set(id, actions);
      if (Platform.OS !== 'ios') return;
      // Always all of them, since setting replaces the previous ones.
      await notifications.setNotificationCategories(
        [...categories].map(([each, its]) => ({
          id: each,
          actions: its.map((action) => ({
            id: action.id,
            title: action.title,
            destructive: action.destructive ?? false,
            foreground: true,
          })),
        })),
      );
    },
    async createChannel({ importance, ...channel }) {
      if (Platform.OS !== 'android') return;
      await notifications.createChannel({ ...channel, importance: IMPORTANCE[importance] });
    },
    setBadge: (count) => notifications.setBadgeCount(count),
    isInForeground: () => AppState.currentState === 'active',
    onResume(listener) {
      const subscription = AppState.addEventListener('change', (state) => {
        if (state === 'active') listener();
      });
      return () => subscription.remove();
    },
    onPause(listener) {
      const subscription = AppState.addEventListener('change', (state) => {
        if (state !== 'active') listener();
      });
      return () => subscription.remove();
    },
    listen(listener) {
      listeners.add(listener);
      for (const event of waiting.splice(0)) listener(event);
      void collectShown();
      const endings = [
        notifications.onForegroundEvent(hear),
        remote?.onMessage((message) => emit({ type: 'message', message })),
        remote?.onOpened((message) => {
          emit({ type: 'press', press: { notification: shownOfMessage(message) } });
        }),
      ];
      return () => {
        listeners.delete(listener);
        endings.forEach((end) => end?.());
      };
    },
    async initialPress() {
      const initial = await notifications.getInitialNotification();
      if (initial) return pressOf(shownOf(initial.notification), initial.pressAction.id);
      const message = await remote?.initial();
      return message && { notification: shownOfMessage(message) };
    },
  };
}

function pressOf(notification: ShownNotification, pressId: string | undefined): Press {
  const isButton = pressId !== undefined && pressId !== PRESS;
  return { notification, ...(isButton && { actionId: pressId }) };
}
