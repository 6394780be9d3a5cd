import type { Sdk } from './sdk/Sdk.types.ts';

type Members<Key extends keyof Sdk> = Sdk[Key] extends (...args: never[]) => unknown
  ? Key
  : Key | `${Key}.${keyof Sdk[Key] & string}`;

/** The name of a feature of the SDK, `storage.info`. */
export type Capability = { [Key in keyof Sdk]: Members<Key> }[keyof Sdk];

// Typed as a record of every name: leaving one out, or naming one that is gone, does not compile.
const CAPABILITIES: Record<Capability, true> = {
  useHostAuth: true,
  useHostDevice: true,
  useHostPush: true,
  useLocale: true,
  useMessages: true,
  useLifecycle: true,
  openLink: true,
  storage: true,
  'storage.set': true,
  'storage.get': true,
  'storage.remove': true,
  'storage.keys': true,
  'storage.clear': true,
  'storage.info': true,
  analytics: true,
  'analytics.screen': true,
  'analytics.track': true,
  api: true,
  'api.get': true,
  'api.post': true,
  'api.put': true,
  'api.delete': true,
  push: true,
  'push.subscribeToTopic': true,
  'push.unsubscribeFromTopic': true,
  'push.scheduleNotification': true,
  'push.cancelNotification': true,
  'push.createCategory': true,
};

/** The names of all features of the SDK. */
export const capabilities: readonly string[] = Object.keys(CAPABILITIES);

/**
 * Whether the host's SDK has a feature: a mini-app may run in a host that is older than the SDK it was built with.
 *
 * @example
 * if (canIUse('push.scheduleNotification')) await push.scheduleNotification(reminder);
 */
export function canIUse(name: Capability | (string & {})): boolean {
  return Object.hasOwn(CAPABILITIES, name);
}
