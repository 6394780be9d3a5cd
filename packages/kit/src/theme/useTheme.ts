import { useContext, useSyncExternalStore } from 'react';

import { hostTheme } from './hostTheme.ts';
import { resolveTheme } from './resolveTheme.ts';
import type { Theme, ThemeOverrides } from './Theme.types.ts';
import { ThemeContext } from './ThemeContext.ts';
import { type DeviceLook, useDeviceLook } from './useDeviceLook.ts';

/**
 * The current theme: the device's settings, with the changes of the host and of the nearest ThemeProvider.
 *
 * @example
 * const { colors, space } = useTheme();
 */
export function useTheme(): Theme {
  const provided = useContext(ThemeContext);
  const device = useDeviceLook();
  const ofHost = useSyncExternalStore(hostTheme.subscribe, hostTheme.get, hostTheme.get);
  return provided?.theme ?? withoutProvider(device, ofHost);
}

let last: { device: DeviceLook; ofHost: ThemeOverrides | undefined; theme: Theme } | undefined;

// All components without a provider share one theme, which is only resolved when something changes.
function withoutProvider(device: DeviceLook, ofHost: ThemeOverrides | undefined): Theme {
  if (last?.device !== device || last.ofHost !== ofHost) {
    last = { device, ofHost, theme: resolveTheme(device, ofHost) };
  }
  return last.theme;
}
