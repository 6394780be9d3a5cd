import type { StoredMessage } from './Message.types.ts';

/** Whether a device may get what is for one package alone. A device that did not say which app it is may be any. */
export function isOfPackage(app: string | null, wanted: string | null | undefined): boolean {
  return wanted === undefined || wanted === null || app === null || app === wanted;
}

/** Whether a device of an app may get a message of its topics. */
export function isForApp(message: StoredMessage, app: string | null): boolean {
  return message.audience.kind === 'devices' || isOfPackage(app, message.packageName);
}
