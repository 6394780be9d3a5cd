import { titleWithApp } from '@host/contracts';

import type { OutgoingMessage } from './Transport.types.ts';

/** The title that the system displays without running the app: it says which mini-app a notification is from. */
export function shownTitle({ app, notification }: OutgoingMessage): string | undefined {
  return app && notification ? titleWithApp(app.name, notification.title) : notification?.title;
}
