import { ActivityIndicator, View } from 'react-native';

import { KIT } from '../language/kitMessages.ts';
import { useMessages } from '../language/useMessages.ts';
import { useTheme } from '../theme/useTheme.ts';

/** The props of {@link Spinner}. */
export interface SpinnerProps {
  /** What screen readers say. */
  label?: string;
  size?: 'small' | 'large';
  /** Takes only its own size, instead of being centred in the available space. */
  inline?: boolean;
}

/**
 * Shows that something is loading.
 *
 * @example
 * if (!orders) return <Spinner label="Loading your orders" />;
 */
export function Spinner({ label, size = 'large', inline = false }: SpinnerProps) {
  const { colors, space } = useTheme();
  const t = useMessages(KIT);
  return (
    <View
      accessible
      role="progressbar"
      aria-label={label ?? t('loading')}
      style={
        inline
          ? { alignSelf: 'flex-start' }
          : { flex: 1, alignItems: 'center', justifyContent: 'center', padding: space(6) }
      }
    >
      <View aria-hidden>
        <ActivityIndicator color={colors.primary} size={size} />
      </View>
    </View>
  );
}
