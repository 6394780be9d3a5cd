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
  /** By default, the theme's text colour. */
  color?: string;
  /** Its meaning. Omit it next to a text that says so: screen readers then skip the icon. */
  label?: string;
}

/**
 * An icon of the kit. It is made of Views, so it is sharp in every size, and needs no native module or font in the host.
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
