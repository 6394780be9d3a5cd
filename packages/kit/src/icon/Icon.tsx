import { View } from 'react-native';

import { useTheme } from '../theme/useTheme.ts';
import { type IconName, icons } from './icons.ts';
import { shapeStyle } from './shapeStyle.ts';
import type { Shape } from './shapes.ts';

/** The props of {@link Icon}. */
export interface IconProps {
  name: IconName;
  /** Width and height in points. */
  size?: number;
  /** The theme's colour of text where it is left out. */
  color?: string;
  /** What it means. Leave it out where a text beside it says so: screen readers then skip the icon. */
  label?: string;
}

/**
 * An icon of the kit. It is drawn with Views, so it is sharp in every size, and no host has to install a native module or
 * a font for it.
 *
 * @example
 * <Icon name="bell" size={20} label="Notifications" />
 */
export function Icon({ name, size = 24, color, label }: IconProps) {
  const { colors, direction } = useTheme();
  const shapes: readonly Shape[] = icons[name];
  const isMirrored = direction === 'rtl' && /-(?:start|end)$/.test(name);
  return (
    <View
      {...(label === undefined
        ? { 'aria-hidden': true }
        : { accessible: true, role: 'img', 'aria-label': label })}
      pointerEvents="none"
      style={[
        { width: size, height: size, direction: 'ltr' },
        isMirrored && { transform: [{ scaleX: -1 }] },
      ]}
    >
      {shapes.map((shape, index) => (
        // An icon's shapes never change places.
        // oxlint-disable-next-line react/no-array-index-key
        <View key={index} style={shapeStyle(shape, size / 24, color ?? colors.text)} />
      ))}
    </View>
  );
}
