import { ActivityIndicator, Platform, View } from 'react-native';

import { Icon } from '../icon/Icon.tsx';
import type { IconName } from '../icon/icons.ts';
import { Touchable } from '../platform/Touchable.tsx';
import { mix, readableOn } from '../theme/contrast.ts';
import type { ThemeColors } from '../theme/Theme.types.ts';
import { useTheme } from '../theme/useTheme.ts';
import { Text } from './Text.tsx';

/** The props of {@link Button}. */
export interface ButtonProps {
  title: string;
  onPress: () => void;
  /** `primary` for the main action, `secondary` for others, `plain` next to text, `danger` for destructive ones. */
  variant?: 'primary' | 'secondary' | 'plain' | 'danger';
  size?: 'medium' | 'small';
  /** Shown before the title. */
  icon?: IconName;
  disabled?: boolean;
  /** Shows a spinner, and ignores presses meanwhile. */
  loading?: boolean;
  accessibilityHint?: string;
}

// The border is inside of the button: 36 points become 44.
const MORE_TO_HIT = 5;

/**
 * A button with a touch target that is at least 44 points high.
 *
 * @example
 * <Button title="Order again" icon="refresh" onPress={orderAgain} />
 */
export function Button({
  title,
  onPress,
  variant = 'primary',
  size = 'medium',
  icon,
  disabled = false,
  loading = false,
  accessibilityHint,
}: ButtonProps) {
  const { colors, radii, space } = useTheme();
  const look = lookOf(variant, colors);
  const color = disabled ? colors.textMuted : look.color;
  const isOff = disabled || loading;
  const isSmall = size === 'small';
  return (
    <Touchable
      role="button"
      aria-label={title}
      accessibilityHint={accessibilityHint}
      aria-disabled={isOff}
      aria-busy={loading}
      disabled={isOff}
      onPress={onPress}
      // A small button has the same touch target.
      hitSlop={isSmall ? MORE_TO_HIT : 0}
      style={({ isPressed, isHovered }) => ({
        minHeight: isSmall ? 36 : 48,
        flexDirection: 'row',
        alignItems: 'center',
        justifyContent: 'center',
        gap: space(2),
        paddingHorizontal: space(isSmall ? 3 : 5),
        paddingVertical: space(isSmall ? 1 : 2),
        borderRadius: isSmall ? radii.small : radii.medium,
        borderWidth: 1,
        borderColor: disabled ? 'transparent' : look.border,
        backgroundColor: disabled
          ? colors.surfaceActive
          : isPressed
            ? look.pressed
            : isHovered
              ? look.hovered
              : look.background,
      })}
    >
      {loading ? (
        <View aria-hidden>
          <ActivityIndicator color={color} size="small" />
        </View>
      ) : icon ? (
        <Icon name={icon} size={isSmall ? 18 : 20} color={color} />
      ) : null}
      <Text variant="label" style={{ color, textAlign: 'center', flexShrink: 1 }}>
        {title}
      </Text>
      {isSmall && Platform.OS === 'web' ? <MoreToHit /> : null}
    </Touchable>
  );
}

// Browsers have no hit slop: this child extends beyond the button.
function MoreToHit() {
  return (
    <View
      aria-hidden
      style={{ position: 'absolute', top: -MORE_TO_HIT, bottom: -MORE_TO_HIT, start: 0, end: 0 }}
    />
  );
}

interface Look {
  color: string;
  background: string;
  hovered: string;
  pressed: string;
  border: string;
}

function lookOf(variant: NonNullable<ButtonProps['variant']>, colors: ThemeColors): Look {
  if (variant === 'primary') return filled(colors.primary, colors.onPrimary);
  if (variant === 'danger') return filled(colors.danger, colors.onDanger);
  return {
    color: colors.primary,
    background: variant === 'secondary' ? colors.surface : 'transparent',
    hovered: colors.surfaceActive,
    pressed: colors.surfaceActive,
    border: variant === 'secondary' ? colors.control : 'transparent',
  };
}

// The pressed colour moves away from the text colour, so that the text stays readable.
function filled(background: string, color: string): Look {
  const away = readableOn(color);
  return {
    color,
    background,
    hovered: mix(background, away, 0.08),
    pressed: mix(background, away, 0.18),
    border: 'transparent',
  };
}
