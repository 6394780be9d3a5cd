import { type NotificationApp, fieldsOf, isText } from '@host/contracts';

/** Parses the mini-app that something comes from; empty for the host itself. */
export function readApp(value: unknown): { app?: NotificationApp } {
  const { id, name, icon } = fieldsOf(value) ?? {};
  if (!isText(id) || !isText(name)) return {};
  return { app: { id, name, ...(isText(icon) && { icon }) } };
}
