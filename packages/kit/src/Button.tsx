import { ActivityIndicator, Pressable, View } from 'react-native';

import { Text } from './Text.tsx';
import { useTheme } from './theme.ts';

export interface ButtonProps {
  title: string;
  onPress: () => void;
  variant?: 'primary' | 'secondary' | 'danger';
  disabled?: boolean;
  /** Shows that it is at work, and takes no presses meanwhile. */
  loading?: boolean;
  accessibilityHint?: string;
}

/** A button, at least 44 points high so that a thumb hits it. */
export function Button({
  title,
  onPress,
  variant = 'primary',
  disabled = false,
  loading = false,
  accessibilityHint,
}: ButtonProps) {
  const { colors, radius, space } = useTheme();
  const [background, color] = {
    primary: [colors.primary, colors.onPrimary],
    secondary: ['transparent', colors.primary],
    danger: [colors.danger, colors.onDanger],
  }[variant] as [string, string];
  const isOff = disabled || loading;

  return (
    <Pressable
      accessibilityRole="button"
      accessibilityLabel={title}
      accessibilityHint={accessibilityHint}
      accessibilityState={{ disabled: isOff, busy: loading }}
      disabled={isOff}
      onPress={onPress}
      style={({ pressed }) => ({
        minHeight: 44,
        flexDirection: 'row',
        alignItems: 'center',
        justifyContent: 'center',
        gap: space(2),
        paddingHorizontal: space(4),
        borderRadius: radius,
        borderWidth: variant === 'secondary' ? 1 : 0,
        borderColor: colors.border,
        backgroundColor: background,
        opacity: disabled ? 0.5 : pressed ? 0.8 : 1,
      })}
    >
      {loading ? (
        <View accessibilityElementsHidden importantForAccessibility="no-hide-descendants">
          <ActivityIndicator color={color} />
        </View>
      ) : null}
      <Text style={{ color, fontWeight: '600' }}>{title}</Text>
    </Pressable>
  );
}
