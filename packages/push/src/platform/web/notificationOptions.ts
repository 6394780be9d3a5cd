import { type CategoryAction, titleWithApp } from '@host/contracts';

import type { ShownNotification } from '../../core/PushPlatform.types.ts';

/** A notification as a browser shows it, for a page and for the service worker. */
export function notificationOptions(
  shown: ShownNotification,
  actions: readonly CategoryAction[] = [],
): NotificationOptions {
  const { id, body, tag, imageUrl, app } = shown;
  return {
    body,
    data: { shown },
    // The same message is shown once, whichever way it came.
    tag: tag ?? id,
    // Parts that browsers have and the standard's types do not.
    ...({
      actions: actions.map((action) => ({ action: action.id, title: action.title })),
      ...(tag !== undefined && { renotify: true }),
      ...(imageUrl !== undefined && { image: imageUrl }),
      ...(app?.icon !== undefined && { icon: app.icon }),
    } as object),
  };
}

/** Its title as a browser shows it: with the name of the mini-app that it comes from, which the registry gave. */
export function notificationTitle({ title, app }: ShownNotification): string {
  return app ? titleWithApp(app.name, title) : title;
}

/** What a notification on the screen was made of; undefined when it is none of ours. */
export function shownIn(data: unknown): ShownNotification | undefined {
  const shown = (data as { shown?: ShownNotification } | null | undefined)?.shown;
  return typeof shown?.id === 'string' ? shown : undefined;
}
