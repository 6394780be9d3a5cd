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
    // The same message is displayed once, whichever way it arrived.
    tag: tag ?? id,
    // Options that browsers support but the standard types lack.
    ...({
      actions: actions.map((action) => ({ action: action.id, title: action.title })),
      ...(tag !== undefined && { renotify: true }),
      ...(imageUrl !== undefined && { image: imageUrl }),
      ...(app?.icon !== undefined && { icon: app.icon }),
    } as object),
  };
}

/** Its title in a browser: with the name of the mini-app that it comes from, according to the registry. */
export function notificationTitle({ title, app }: ShownNotification): string {
  return app ? titleWithApp(app.name, title) : title;
}

/** The source of a displayed notification; undefined if it is not one of ours. */
export function shownIn(data: unknown): ShownNotification | undefined {
  const shown = (data as { shown?: ShownNotification } | null | undefined)?.shown;
  return typeof shown?.id === 'string' ? shown : undefined;
}
