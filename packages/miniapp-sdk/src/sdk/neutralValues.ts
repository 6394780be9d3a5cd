import type { DeviceInfo } from '@host/contracts';

import type { AuthState } from './HostServices.types.ts';

/** What a mini-app sees of the person without the permission `user`. */
export const NEUTRAL_AUTH: AuthState = Object.freeze({
  user: null,
  isAuthenticated: false,
  status: 'signed-out',
});

/** What a mini-app sees of the device without the permission `device`: the same on all devices. */
export const NEUTRAL_DEVICE: DeviceInfo = Object.freeze({
  platform: 'unknown',
  osVersion: '0',
  formFactor: 'phone',
  locale: 'en',
  timeZone: 'UTC',
  theme: 'light',
  fontScale: 1,
  pixelRatio: 1,
  window: { width: 360, height: 640 },
  safeArea: { top: 0, right: 0, bottom: 0, left: 0 },
  host: { version: '0.0.0' },
  sdkVersion: '0.0.0',
  network: 'unknown',
});

/** Whether a mini-app may notify without the permission `push`. */
export const NEUTRAL_PUSH: { hasPermission: boolean } = Object.freeze({ hasPermission: false });
