import type { LocalNotificationOptions } from '@host/contracts';

import { useCurrentPush } from './PushContext.ts';

/** The result of {@link useLocalNotification}. */
export interface LocalNotificationApi {
  /** Resolves to the id that cancels it, once it is kept. */
  schedule: (options: LocalNotificationOptions) => Promise<string>;
  cancel: (notificationId: string) => Promise<void>;
}

/**
 * Notifications that this device shows by itself at a time, once, every day or every week.
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
