import { titleWithApp } from '@host/contracts';

import type { OutgoingMessage } from './Transport.types.ts';

/** The title that a system shows by itself, without asking the app: it says which mini-app a notification is from. */
export function shownTitle({ app, notification }: OutgoingMessage): string | undefined {
  return app && notification ? titleWithApp(app.name, notification.title) : notification?.title;
}
