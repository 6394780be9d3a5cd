import { useTheme } from '@host/kit';
import { setHostSafeArea } from '@host/kit/host';
import { type ReactNode, useLayoutEffect, useMemo } from 'react';
import { Platform, View } from 'react-native';
import {
  type Metrics,
  SafeAreaInsetsContext,
  SafeAreaProvider,
  useSafeAreaInsets,
} from 'react-native-safe-area-context';

/** Used until the device has reported its insets, so that the first screen does not wait for them. */
const UNKNOWN: Metrics = {
  insets: { top: 0, right: 0, bottom: 0, left: 0 },
  frame: { x: 0, y: 0, width: 0, height: 0 },
};

/** Keeps the host and its mini-apps inside the safe area at the top and the sides, clear of a notch for example. */
export function SafeEdges({ children }: { children: ReactNode }) {
  return (
    <SafeAreaProvider initialMetrics={UNKNOWN}>
      <Inside>{children}</Inside>
    </SafeAreaProvider>
  );
}

function Inside({ children }: { children: ReactNode }) {
  const { colors, direction } = useTheme();
  const { top, right, bottom, left } = useSafeAreaInsets();
  // The bottom inset is left to the content, which scrolls under the home indicator.
  const remaining = useMemo(() => ({ top: 0, right: 0, bottom, left: 0 }), [bottom]);
  // The kit's screens and sheets read one of these contexts, navigators' headers the other.
  useLayoutEffect(() => setHostSafeArea(remaining), [remaining]);
  return (
    <View
      // React Native for Web mirrors the subtree; on a device the system does.
      {...(Platform.OS === 'web' && ({ dir: direction } as object))}
      style={{
        flex: 1,
        paddingTop: top,
        paddingRight: right,
        paddingLeft: left,
        backgroundColor: colors.surface,
      }}
    >
      <SafeAreaInsetsContext.Provider value={remaining}>{children}</SafeAreaInsetsContext.Provider>
    </View>
  );
}
