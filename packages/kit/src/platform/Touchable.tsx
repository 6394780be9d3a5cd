import { useState } from 'react';
import {
  Platform,
  Pressable,
  type PressableProps,
  type StyleProp,
  type ViewStyle,
} from 'react-native';

import { useTheme } from '../theme/useTheme.ts';

/** The interaction state. */
interface TouchState {
  isPressed: boolean;
  isHovered: boolean;
}

export interface TouchableProps extends Omit<PressableProps, 'style'> {
  style: (state: TouchState) => StyleProp<ViewStyle>;
  /** Draws the focus ring inside, for elements that touch the edge of their container. */
  hasInnerRing?: boolean;
}

/** A pressable element with visible states for pointer, touch and keyboard. */
export function Touchable({
  style,
  hasInnerRing = false,
  onFocus,
  onBlur,
  ...rest
}: TouchableProps) {
  const { colors } = useTheme();
  const [isHovered, setHovered] = useState(false);
  const [hasRing, setRing] = useState(false);
  const ring: ViewStyle = {
    outlineColor: colors.focus,
    outlineStyle: 'solid',
    outlineWidth: hasRing ? 2 : 0,
    outlineOffset: hasInnerRing ? -2 : 2,
  };
  return (
    <Pressable
      {...rest}
      onHoverIn={() => setHovered(true)}
      onHoverOut={() => setHovered(false)}
      onFocus={(event) => {
        setRing(isKeyboardFocus(event.target));
        onFocus?.(event);
      }}
      onBlur={(event) => {
        setRing(false);
        onBlur?.(event);
      }}
      style={({ pressed }) => [
        style({ isPressed: pressed, isHovered: isHovered && rest.disabled !== true }),
        ring,
      ]}
    />
  );
}

// A click focuses as well, but should not show a focus ring.
function isKeyboardFocus(target: unknown): boolean {
  if (Platform.OS !== 'web') return true;
  return (target as { matches(selector: string): boolean }).matches(':focus-visible');
}
