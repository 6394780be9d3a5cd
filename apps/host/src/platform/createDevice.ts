import { type DeviceInfo, createObservable } from '@host/contracts';
import type { Observable } from '@host/miniapp-sdk/host';
import { Appearance as System, Dimensions, PixelRatio, Platform } from 'react-native';

import type { Scheme } from '../theme/createAppearance.ts';

const TABLET_FROM = 600;
const DESKTOP_FROM = 1000;

/** The device as mini-apps are told of it, kept up to date. */
export function createDevice(
  scheme: Observable<Scheme>,
  isOnline: Observable<boolean>,
): Observable<DeviceInfo> {
  const device = createObservable(describeDevice(scheme.get(), isOnline.get()));
  const update = () => device.set(describeDevice(scheme.get(), isOnline.get()));
  Dimensions.addEventListener('change', update);
  System.addChangeListener(update);
  scheme.subscribe(update);
  isOnline.subscribe(update);
  return device;
}

function describeDevice(scheme: Scheme, isOnline: boolean): DeviceInfo {
  const { width, height } = Dimensions.get('window');
  const { locale, timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const system = System.getColorScheme() === 'dark' ? 'dark' : 'light';
  return {
    platform: Platform.OS,
    osVersion: String(Platform.Version ?? 'unknown'),
    formFactor: formFactorOf(width),
    locale,
    timeZone,
    theme: scheme === 'system' ? system : scheme,
    fontScale: PixelRatio.getFontScale(),
    pixelRatio: PixelRatio.get(),
    window: { width, height },
    safeArea: { top: 0, right: 0, bottom: 0, left: 0 },
    host: { version: HOST_VERSION },
    sdkVersion: SDK_VERSION,
    network: isOnline ? 'online' : 'offline',
  };
}

function formFactorOf(width: number): DeviceInfo['formFactor'] {
  if (Platform.OS === 'web' && width >= DESKTOP_FROM) return 'desktop';
  return width >= TABLET_FROM ? 'tablet' : 'phone';
}
