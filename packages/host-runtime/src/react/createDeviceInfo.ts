import { type DeviceInfo, createObservable } from '@host/contracts';
import type { LocaleInfo, Observable } from '@host/miniapp-sdk/host';
import sdkPackage from '@host/miniapp-sdk/package.json' with { type: 'json' };
import { Appearance as System, Dimensions, PixelRatio, Platform } from 'react-native';

const TABLET_FROM = 600;
const DESKTOP_FROM = 1000;

/** The chosen colour scheme of the host; `system` follows the device. */
type Scheme = 'system' | 'light' | 'dark';

/** Settings of the host that override the device's. */
export interface DeviceInfoOptions {
  hostVersion: string;
  scheme?: Observable<Scheme>;
  isOnline?: Observable<boolean>;
  /** The language of the host, if it is not the device's. */
  locale?: Observable<LocaleInfo>;
}

/** The device information for mini-apps, kept up to date, on a phone or in a browser with React Native for Web. */
export function createDeviceInfo({
  hostVersion,
  scheme = createObservable<Scheme>('system'),
  isOnline = createObservable(true),
  locale,
}: DeviceInfoOptions): Observable<DeviceInfo> {
  const read = (): DeviceInfo => {
    const device = describeDevice(hostVersion, scheme.get(), isOnline.get());
    return locale ? { ...device, locale: locale.get().locale } : device;
  };
  const device = createObservable(read());
  const update = () => device.set(read());
  Dimensions.addEventListener('change', update);
  System.addChangeListener(update);
  scheme.subscribe(update);
  isOnline.subscribe(update);
  locale?.subscribe(update);
  return device;
}

function describeDevice(hostVersion: string, scheme: Scheme, isOnline: boolean): DeviceInfo {
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
    host: { version: hostVersion },
    sdkVersion: sdkPackage.version,
    network: isOnline ? 'online' : 'offline',
  };
}

function formFactorOf(width: number): DeviceInfo['formFactor'] {
  if (Platform.OS === 'web' && width >= DESKTOP_FROM) return 'desktop';
  return width >= TABLET_FROM ? 'tablet' : 'phone';
}
