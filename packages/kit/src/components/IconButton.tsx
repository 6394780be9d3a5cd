import { Icon } from '../icon/Icon.tsx';
import type { IconName } from '../icon/icons.ts';
import { Touchable } from '../platform/Touchable.tsx';
import { useTheme } from '../theme/useTheme.ts';

/** The props of {@link IconButton}. */
export interface IconButtonProps {
  icon: IconName;
  /** What it does, for screen readers. */
  label: string;
  onPress: () => void;
  disabled?: boolean;
  /** By default, the theme's text colour. */
  color?: string;
}

/**
 * A button that is only an icon, 44 points wide and high.
 *
 * @example
 * <IconButton icon="share" label="Share this order" onPress={share} />
 */
export function IconButton({ icon, label, onPress, disabled = false, color }: IconButtonProps) {
  const { colors, radii } = useTheme();
  return (
    <Touchable
      role="button"
      aria-label={label}
      aria-disabled={disabled}
      disabled={disabled}
      onPress={onPress}
      style={({ isPressed, isHovered }) => ({
        width: 44,
        height: 44,
        alignItems: 'center',
        justifyContent: 'center',
        borderRadius: radii.full,
        backgroundColor: isPressed || isHovered ? colors.surfaceActive : 'transparent',
      })}
    >
      <Icon name={icon} color={disabled ? colors.control : (color ?? colors.text)} />
    </Touchable>
  );
}
