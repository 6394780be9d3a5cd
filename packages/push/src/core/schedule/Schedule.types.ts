import type { LocalNotificationOptions, NotificationApp } from '@host/contracts';

import type { WallTime } from './wallTime.ts';

/** A scheduled local notification, as it is stored. */
export interface Schedule {
  id: string;
  content: Pick<LocalNotificationOptions, 'title' | 'body' | 'data' | 'category' | 'channelId'> & {
    /** The mini-app that it comes from; undefined for the host itself. */
    app?: NotificationApp;
  };
  /** Milliseconds since 1970: when it is shown, or the first time if it repeats. */
  at: number;
  repeat?: { type: 'day' | 'week'; wall: WallTime };
  /** Occurrences up to this time were shown or skipped. */
  doneUntil: number;
  /** The times that are armed in the system, which shows them without the app. */
  armedAt: number[];
}
