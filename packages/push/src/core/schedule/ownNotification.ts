import { OWN_NOTIFICATION_KEY, fieldsOf, isText, parseJson } from '@host/contracts';

import type { ShownNotification } from '../PushPlatform.types.ts';
import { readApp } from '../readApp.ts';

/** The notification that this device scheduled for itself; undefined for any other push. */
export function ownNotificationOf(
  data: Readonly<Record<string, string>>,
): ShownNotification | undefined {
  const { id, title, body, category, ...rest } =
    fieldsOf(parseJson(data[OWN_NOTIFICATION_KEY])) ?? {};
  if (!isText(id) || !isText(title) || !isText(body)) return undefined;
  return {
    id,
    title,
    body,
    data: fieldsOf(rest['data']) ?? {},
    ...(isText(category) && { category }),
    ...readApp(rest['app']),
  };
}
