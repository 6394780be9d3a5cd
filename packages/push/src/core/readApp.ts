import { type NotificationApp, fieldsOf, isText } from '@host/contracts';

/** Which mini-app something comes from, as a part of it; nothing where it is the host's own. */
export function readApp(value: unknown): { app?: NotificationApp } {
  const { id, name, icon } = fieldsOf(value) ?? {};
  if (!isText(id) || !isText(name)) return {};
  return { app: { id, name, ...(isText(icon) && { icon }) } };
}
