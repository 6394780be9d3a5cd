import type { LocalNotificationOptions, NotificationApp } from '@host/contracts';

import type { WallTime } from './wallTime.ts';

/** A local notification that was scheduled, as it is kept. */
export interface Schedule {
  id: string;
  content: Pick<LocalNotificationOptions, 'title' | 'body' | 'data' | 'category' | 'channelId'> & {
    /** The mini-app that it comes from; left out for the host's own. */
    app?: NotificationApp;
  };
  /** Milliseconds since 1970: when it is shown, or from when on it repeats. */
  at: number;
  repeat?: { type: 'day' | 'week'; wall: WallTime };
  /** Up to when occurrences were shown or given up. */
  doneUntil: number;
  /** The times that the system was told, so it shows them without the app. */
  armedAt: number[];
}
