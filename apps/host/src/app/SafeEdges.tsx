import { useTheme } from '@host/kit';
import { setHostSafeArea } from '@host/kit/host';
import { type ReactNode, useLayoutEffect } from 'react';
import { View } from 'react-native';
import { type Metrics, SafeAreaProvider, useSafeAreaInsets } from 'react-native-safe-area-context';

/** Until the device has told, so that the first screen does not wait for it. */
const UNKNOWN: Metrics = {
  insets: { top: 0, right: 0, bottom: 0, left: 0 },
  frame: { x: 0, y: 0, width: 0, height: 0 },
};

/** Keeps the host and its mini-apps away from what the device has at its upper edge and sides, like a notch. */
export function SafeEdges({ children }: { children: ReactNode }) {
  return (
    <SafeAreaProvider initialMetrics={UNKNOWN}>
      <Inside>{children}</Inside>
    </SafeAreaProvider>
  );
}

function Inside({ children }: { children: ReactNode }) {
  const { colors } = useTheme();
  const { top, right, bottom, left } = useSafeAreaInsets();
  // Only the lower edge is left to screens and sheets, which reach under the home indicator when they scroll.
  useLayoutEffect(() => setHostSafeArea({ top: 0, right: 0, bottom, left: 0 }), [bottom]);
  return (
    <View
      style={{
        flex: 1,
        paddingTop: top,
        paddingRight: right,
        paddingLeft: left,
        backgroundColor: colors.surface,
      }}
    >
      {children}
    </View>
  );
}
