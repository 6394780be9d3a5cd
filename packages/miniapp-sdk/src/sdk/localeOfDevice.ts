import { type DeviceInfo, type Observable, createObservable } from '@host/contracts';
import { directionOf } from '@host/contracts/messages';

import type { LocaleInfo } from './HostServices.types.ts';

/** One for each device, however many mini-apps ask for it: nobody says when they are done. */
const known = new WeakMap<Observable<DeviceInfo>, Observable<LocaleInfo>>();

/** The language of a device, for hosts that speak no other. */
export function localeOfDevice(device: Observable<DeviceInfo>): Observable<LocaleInfo> {
  const before = known.get(device);
  if (before) return before;
  const read = () => localeInfo(device.get().locale);
  const locale = createObservable(read());
  device.subscribe(() => {
    // The device changes with its window, too: who follows the language is not told of that.
    if (device.get().locale !== locale.get().locale) locale.set(read());
  });
  known.set(device, locale);
  return locale;
}

/** A locale with the way in which it is written. */
export function localeInfo(locale: string): LocaleInfo {
  return Object.freeze({ locale, direction: directionOf(locale) });
}
