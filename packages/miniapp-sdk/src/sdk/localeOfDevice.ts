import { type DeviceInfo, type Observable, createObservable } from '@host/contracts';
import { directionOf } from '@host/contracts/messages';

import type { LocaleInfo } from './HostServices.types.ts';

/** One observable per device, shared by all mini-apps, which never unsubscribe. */
const known = new WeakMap<Observable<DeviceInfo>, Observable<LocaleInfo>>();

/** The language of a device, for hosts without their own language setting. */
export function localeOfDevice(device: Observable<DeviceInfo>): Observable<LocaleInfo> {
  const before = known.get(device);
  if (before) return before;
  const read = () => localeInfo(device.get().locale);
  const locale = createObservable(read());
  device.subscribe(() => {
    // The device also changes with the window size, which observers of the language need not know.
    if (device.get().locale !== locale.get().locale) locale.set(read());
  });
  known.set(device, locale);
  return locale;
}

/** A locale with its writing direction. */
export function localeInfo(locale: string): LocaleInfo {
  return Object.freeze({ locale, direction: directionOf(locale) });
}
