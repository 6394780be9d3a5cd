import type { ReactNode } from 'react';
import { View, type ViewStyle } from 'react-native';

import { Touchable } from '../platform/Touchable.tsx';
import { useTheme } from '../theme/useTheme.ts';

/** The props of {@link Card}. */
export interface CardProps {
  children: ReactNode;
  /** Without it, rows reach the edges. */
  padded?: boolean;
  onPress?: () => void;
  /** The accessible name of a pressable card without text. */
  label?: string;
}

/**
 * A surface for related content; with `onPress` it is a button.
 *
 * @example
 * <Card>
 *   <Text variant="heading">Espresso machine</Text>
 *   <Text muted>On its way to you</Text>
 * </Card>
 */
export function Card({ children, padded = true, onPress, label }: CardProps) {
  const { colors, radii, space } = useTheme();
  const surface: ViewStyle = {
    gap: padded ? space(2) : 0,
    padding: padded ? space(4) : 0,
    borderRadius: radii.large,
    borderWidth: 1,
    borderColor: colors.border,
    backgroundColor: colors.surface,
    overflow: 'hidden',
  };
  // Hides the line below the last row, at the edge of the card.
  const content = padded ? children : <View style={{ marginBottom: -1 }}>{children}</View>;
  if (!onPress) return <View style={surface}>{content}</View>;
  return (
    <Touchable
      role="button"
      aria-label={label}
      onPress={onPress}
      style={({ isPressed, isHovered }) => [
        surface,
        (isPressed || isHovered) && { backgroundColor: colors.surfaceActive },
      ]}
    >
      {content}
    </Touchable>
  );
}
