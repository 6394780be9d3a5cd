import { type ReactNode, useContext, useMemo, useSyncExternalStore } from 'react';

import { hostTheme } from './hostTheme.ts';
import { resolveTheme } from './resolveTheme.ts';
import type { ThemeOverrides } from './Theme.types.ts';
import { ThemeContext } from './ThemeContext.ts';
import { useDeviceLook } from './useDeviceLook.ts';

/** The props of {@link ThemeProvider}. */
export interface ThemeProviderProps {
  /** The changes for descendants; omitted values are inherited. */
  theme: ThemeOverrides;
  children: ReactNode;
}

/**
 * Changes the theme for its descendants. Without one, components follow the device and the host.
 *
 * @example
 * <ThemeProvider theme={{ colors: { primary: '#00695c' }, radii: { medium: 4 } }}>
 *   <App />
 * </ThemeProvider>
 */
export function ThemeProvider({ theme, children }: ThemeProviderProps) {
  const around = useContext(ThemeContext);
  const device = useDeviceLook();
  const ofHost = useSyncExternalStore(hostTheme.subscribe, hostTheme.get, hostTheme.get);
  const provided = useMemo(() => {
    const changes = [...(around?.changes ?? []), theme];
    return { changes, theme: resolveTheme(device, ofHost, ...changes) };
  }, [around, device, ofHost, theme]);
  return <ThemeContext.Provider value={provided}>{children}</ThemeContext.Provider>;
}
