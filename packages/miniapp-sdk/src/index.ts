import { boundServices } from './sdk/binding.ts';
import { createSdk } from './sdk/createSdk.ts';
import type { Sdk } from './sdk/Sdk.types.ts';

const sdk = createSdk(boundServices);

/**
 * Who is signed in to the host. Needs the permission `user` and the person's consent: reading it shows no prompt, calling
 * `requestLogin` does. Somebody who is already signed in to the host is asked whether to continue under their name.
 *
 * @example
 * const { user, isAuthenticated, status, requestLogin } = useHostAuth();
 * if (!isAuthenticated) {
 *   return <Button title={status === 'signed-out' ? 'Sign in' : 'Continue'} onPress={requestLogin} />;
 * }
 * return <Text>Hello {user.name}</Text>;
 */
export const useHostAuth: Sdk['useHostAuth'] = sdk.useHostAuth;

/**
 * The device and the host that the mini-app runs in. Needs the permission `device`.
 *
 * @example
 * const { deviceInfo } = useHostDevice();
 * const isDark = deviceInfo.theme === 'dark';
 */
export const useHostDevice: Sdk['useHostDevice'] = sdk.useHostDevice;

/**
 * Whether the person allows notifications. Needs the permission `push`.
 *
 * @example
 * const { hasPermission, requestPermission } = useHostPush();
 * if (!hasPermission) return <Button title="Remind me" onPress={requestPermission} />;
 */
export const useHostPush: Sdk['useHostPush'] = sdk.useHostPush;

/**
 * The language of the host and its writing direction, which a mini-app should follow. It changes when the person chooses
 * another. Needs no permission.
 *
 * @example
 * const { locale, direction } = useLocale();
 * const price = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' }).format(4.5);
 */
export const useLocale: Sdk['useLocale'] = sdk.useLocale;

/**
 * Translates the mini-app's own texts to the language of the person. The catalogs are by language; the first one has every
 * text, and is the fallback. Texts are ICU messages, with plurals, choices, numbers and dates.
 *
 * @example
 * const TEXTS = {
 *   en: { orders: '{count, plural, one {# order} other {# orders}}' },
 *   de: { orders: '{count, plural, one {# Bestellung} other {# Bestellungen}}' },
 * };
 * const t = useMessages(TEXTS);
 * return <Text>{t('orders', { count: 2 })}</Text>;
 */
export const useMessages: Sdk['useMessages'] = sdk.useMessages;

/**
 * Whether the mini-app is shown, and the parameters it was opened with. A listener also gets changes after which nothing is
 * rendered any more, such as `unloaded`.
 *
 * @example
 * const { params } = useLifecycle(({ phase }) => {
 *   if (phase === 'hidden' || phase === 'unloaded') pauseVideo();
 * });
 * const orderId = params.orderId;
 */
export const useLifecycle: Sdk['useLifecycle'] = sdk.useLifecycle;

/**
 * Asks the host to open one of its links, for example another mini-app; rejects if the host refuses.
 *
 * @example
 * await openLink('miniapp/com.acme.promos?promo=7');
 */
export const openLink: Sdk['openLink'] = sdk.openLink;

/**
 * Key-value storage of this mini-app for the signed-in person. Needs the permission `storage`.
 *
 * @example
 * await storage.set('draft', { items: [1, 2] });
 * const draft = await storage.get<Draft>('draft');
 */
export const storage: Sdk['storage'] = sdk.storage;

/**
 * Records what people do in this mini-app. Needs the permission `analytics`.
 *
 * @example
 * useEffect(() => analytics.screen('orders'), []);
 */
export const analytics: Sdk['analytics'] = sdk.analytics;

/**
 * Calls of this mini-app's own paths. Needs the permission `network`.
 *
 * @example
 * const items = await api.get<Item[]>('/orders/items');
 */
export const api: Sdk['api'] = sdk.api;

/**
 * Topics and local notifications of this mini-app. Needs the permission `push`.
 *
 * @example
 * const id = await push.scheduleNotification({ title: 'Ready', body: 'Pick it up', scheduledAt: inAnHour });
 */
export const push: Sdk['push'] = sdk.push;

export { type Capability, canIUse } from './canIUse.ts';
export { HostError, type HostErrorCode } from './sdk/HostError.ts';
export type {
  Analytics,
  Api,
  HostAuth,
  HostPush,
  Lifecycle,
  Push,
  Sdk,
  Storage,
} from './sdk/Sdk.types.ts';
export type { AuthStatus, LocaleInfo, StorageInfo } from './sdk/HostServices.types.ts';
export type { Catalogs } from './sdk/messagesIn.ts';
export type {
  CategoryAction,
  DeviceInfo,
  HostUser,
  Item,
  LocalNotificationOptions,
} from '@host/contracts';
