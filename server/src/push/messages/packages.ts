import type { Payload, StoredMessage } from './Message.types.ts';

/** Whether a device may get what is for one package alone. A device that did not say which app it is may be any. */
export function isOfPackage(app: string | null, wanted: string | undefined): boolean {
  return wanted === undefined || app === null || app === wanted;
}

/** The only package whose devices a message is for; undefined for all. */
export function packageOf({ payload }: Pick<StoredMessage, 'payload'>): string | undefined {
  // Hardly any message names one, and the others need not be read for that.
  if (!payload.includes('"restrictedPackageName"')) return undefined;
  return (JSON.parse(payload) as Payload).restrictedPackageName;
}

/** Whether a device of an app may get a message of its topics. */
export function isForApp(message: StoredMessage, app: string | null): boolean {
  return message.audience.kind === 'devices' || isOfPackage(app, packageOf(message));
}
