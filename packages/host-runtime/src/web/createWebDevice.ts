import type { DeviceInfo } from '@host/contracts';
import { type Observable, createObservable } from '@host/miniapp-sdk/host';
import sdkPackage from '@host/miniapp-sdk/package.json' with { type: 'json' };

/** The browser that the host runs in; changes with its window, its theme and its connection. */
export function createWebDevice(hostVersion: string): Observable<DeviceInfo> {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const device = createObservable(read());
  const update = () => device.set(read());
  for (const event of ['resize', 'online', 'offline', 'languagechange']) {
    addEventListener(event, update);
  }
  dark.addEventListener('change', update);
  return { get: device.get, subscribe: device.subscribe };

  function read(): DeviceInfo {
    const { width, height } = { width: innerWidth, height: innerHeight };
    return {
      platform: 'web',
      osVersion: navigator.userAgent,
      formFactor: formFactorOf(width),
      locale: navigator.language,
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      theme: dark.matches ? 'dark' : 'light',
      fontScale: 1,
      pixelRatio: devicePixelRatio,
      window: { width, height },
      safeArea: { top: 0, right: 0, bottom: 0, left: 0 },
      host: { version: hostVersion },
      sdkVersion: sdkPackage.version,
      network: navigator.onLine ? 'online' : 'offline',
    };
  }
}

function formFactorOf(width: number): DeviceInfo['formFactor'] {
  if (width < 600) return 'phone';
  return width < 1024 ? 'tablet' : 'desktop';
}
