import type { LocalNotificationOptions } from '@host/contracts';

import { useCurrentPush } from './PushContext.ts';

/** The result of {@link useLocalNotification}. */
export interface LocalNotificationApi {
  /** Resolves to the id that cancels it, once it is stored. */
  schedule: (options: LocalNotificationOptions) => Promise<string>;
  cancel: (notificationId: string) => Promise<void>;
}

/**
 * Local notifications, which this device shows at a time, once, daily or weekly.
 *
 * @example
 * const { schedule, cancel } = useLocalNotification();
 * const id = await schedule({ title: 'Tea', body: 'Is ready', scheduledAt: new Date(Date.now() + 300_000) });
 * await cancel(id);
 */
export function useLocalNotification(): LocalNotificationApi {
  const { schedule, cancel } = useCurrentPush();
  return { schedule, cancel };
}
