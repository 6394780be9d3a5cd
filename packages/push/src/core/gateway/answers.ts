import { type DeviceCredentials, type Notification, fieldsOf, isText } from '@host/contracts';

import { pickTexts, textsOf } from '../guards.ts';
import { readApp } from '../readApp.ts';

/** Parses a response of the gateway; undefined if it is invalid. */
export type ReadAnswer<Value> = (value: unknown) => Value | undefined;

/** For responses whose content does not matter. */
export const anything: ReadAnswer<true> = () => true;

export const readCredentials: ReadAnswer<DeviceCredentials> = (value) => {
  const { token, key } = fieldsOf(value) ?? {};
  return isText(token) && isText(key) ? { token, key } : undefined;
};

/** The topics of a device that was registered. */
export const readTopics: ReadAnswer<string[]> = (value) => textsOf(fieldsOf(value)?.['topics']);

/** The public key for Web Push subscriptions. */
export const readPublicKey: ReadAnswer<string> = (value) => {
  const { publicKey } = fieldsOf(value) ?? {};
  return isText(publicKey) ? publicKey : undefined;
};

/** The optional text fields of a notification. */
export const NOTIFICATION_TEXTS = [
  'title',
  'body',
  'imageUrl',
  'appId',
  'category',
  'readAt',
] as const;

/** A page of an inbox. */
export const readInboxPage: ReadAnswer<{ items: Notification[]; nextCursor?: string }> = (
  value,
) => {
  const fields = fieldsOf(value) ?? {};
  if (!Array.isArray(fields['items'])) return undefined;
  const items = fields['items'].flatMap((item): Notification[] => {
    const { id, receivedAt, data, app, ...rest } = fieldsOf(item) ?? {};
    if (!isText(id) || !isText(receivedAt)) return [];
    const texts = pickTexts(rest, NOTIFICATION_TEXTS);
    return [{ id, receivedAt, data: { ...fieldsOf(data) }, ...texts, ...readApp(app) }];
  });
  return { items, ...pickTexts(fields, ['nextCursor']) };
};
