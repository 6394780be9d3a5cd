import { Platform } from 'react-native';
import notifications, {
  AlarmType,
  AndroidNotificationSetting,
  type Notification,
  TriggerType,
} from 'react-native-notify-kit';

import type { AlarmPort, ShownNotification } from '../../core/PushPlatform.types.ts';

/** iOS silently drops alarms beyond 64; Android allows an app 500, some of which are left for other uses. */
const CAPACITY = { ios: 64, android: 450 } as Record<string, number>;

/** The library only accepts future times, and arming takes a moment. */
const SOON_MS = 1000;

/** The system's alarms, which also work while the app is not running. */
export function createNativeAlarms(
  prepare: (notification: ShownNotification) => Promise<Notification>,
): AlarmPort {
  async function isExact(): Promise<boolean> {
    if (Platform.OS !== 'android') return true;
    const { android } = await notifications.getNotificationSettings();
    return android.alarm === AndroidNotificationSetting.ENABLED;
  }

  return {
    kind: 'system',
    capacity: CAPACITY[Platform.OS] ?? 64,
    async arm({ id, at, notification }) {
      const exact = await isExact();
      const type = exact
        ? AlarmType.SET_EXACT_AND_ALLOW_WHILE_IDLE
        : AlarmType.SET_AND_ALLOW_WHILE_IDLE;
      await notifications.createTriggerNotification(
        { ...(await prepare(notification)), id },
        {
          type: TriggerType.TIMESTAMP,
          timestamp: Math.max(at, Date.now() + SOON_MS),
          alarmManager: { type },
        },
      );
      return exact ? 'exact' : 'inexact';
    },
    disarm: (ids) => notifications.cancelTriggerNotifications([...ids]),
    armed: () => notifications.getTriggerNotificationIds(),
    // The system shows them by itself.
    onDue: () => () => undefined,
  };
}
