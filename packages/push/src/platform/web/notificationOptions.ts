import type { CategoryAction } from '@host/contracts';

import type { ShownNotification } from '../PushPlatform.types.ts';

/** A notification as a browser shows it, for a page and for the service worker. */
export function notificationOptions(
  shown: ShownNotification,
  actions: readonly CategoryAction[] = [],
): NotificationOptions {
  const { id, body, tag, imageUrl } = shown;
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
    } as object),
  };
}

/** What a notification on the screen was made of; undefined when it is none of ours. */
export function shownIn(data: unknown): ShownNotification | undefined {
  const shown = (data as { shown?: ShownNotification } | null | undefined)?.shown;
  return typeof shown?.id === 'string' ? shown : undefined;
}
