import {
  type NotificationApp,
  NOTIFICATION_APP_KEY,
  parseJson,
  titleWithoutApp,
} from '@host/contracts';

import { readApp } from '../../core/readApp.ts';

/**
 * The mini-app that a push of Firebase or Apple is from, and its title without the name of the mini-app, which is prepended
 * for the system: the app displays the name separately.
 */
export function fromApp(
  data: Readonly<Record<string, unknown>>,
  title: string | undefined,
): { app?: NotificationApp; title?: string } {
  const { app } = readApp(parseJson(data[NOTIFICATION_APP_KEY]));
  const own = app && title !== undefined ? titleWithoutApp(app.name, title) : title;
  return { ...(app && { app }), ...(own !== undefined && { title: own }) };
}
