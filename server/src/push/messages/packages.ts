import type { StoredMessage } from './Message.types.ts';

/** Whether a device may get messages for one package. A device that did not name its app may belong to any. */
export function isOfPackage(app: string | null, wanted: string | null | undefined): boolean {
  return wanted === undefined || wanted === null || app === null || app === wanted;
}

/** Whether a message to a topic or with a condition is for the devices of an app. */
export function isForApp(message: StoredMessage, app: string | null): boolean {
  return message.audience.kind === 'devices' || isOfPackage(app, message.packageName);
}
