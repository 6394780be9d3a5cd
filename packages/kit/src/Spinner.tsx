import { ActivityIndicator, View } from 'react-native';

import { useTheme } from './theme.ts';

/** Shows that something is loading; `label` is what screen readers say. */
export function Spinner({ label = 'Loading' }: { label?: string }) {
  const { colors, space } = useTheme();
  return (
    <View
      accessible
      accessibilityRole="progressbar"
      accessibilityLabel={label}
      style={{ flex: 1, alignItems: 'center', justifyContent: 'center', padding: space(6) }}
    >
      <ActivityIndicator color={colors.primary} />
    </View>
  );
}
