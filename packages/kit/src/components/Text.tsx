import {
  Platform,
  Text as NativeText,
  type TextProps as NativeTextProps,
  type TextStyle,
} from 'react-native';

import type { TextVariant, Theme } from '../theme/Theme.types.ts';
import { useTheme } from '../theme/useTheme.ts';
import { webProps } from '../platform/webProps.ts';

/** The props of {@link Text}: those of React Native's Text, and these. */
export interface TextProps extends NativeTextProps {
  variant?: TextVariant;
  /** Less important than the rest. */
  muted?: boolean;
  /** The semantic colour; takes precedence over `muted`. */
  tone?: 'primary' | 'success' | 'warning' | 'danger';
}

/**
 * Text in the host's style, in the size that the person has set; `title` and `heading` are headings for screen readers.
 *
 * @example
 * <Text variant="title">Your orders</Text>
 * <Text muted>Updated a minute ago</Text>
 */
export function Text({ variant = 'body', muted = false, tone, style, ...rest }: TextProps) {
  const theme = useTheme();
  const level = { title: 1, heading: 2 }[variant as string];
  const color = theme.colors[tone ?? (muted ? 'textMuted' : 'text')];
  return (
    <NativeText
      {...(level !== undefined && { role: 'heading', ...webProps({ 'aria-level': level }) })}
      {...rest}
      style={[textStyle(theme, variant), { color }, style]}
    />
  );
}

/** The measures of a kind of text, also for inputs. */
export function textStyle(theme: Theme, variant: TextVariant): TextStyle {
  const { typography, textScale, fontFamily, direction } = theme;
  const { fontSize, lineHeight, ...rest } = typography[variant];
  return {
    ...rest,
    fontSize: fontSize * textScale,
    lineHeight: lineHeight * textScale,
    ...(fontFamily !== undefined && { fontFamily }),
    // Browsers align each text by its first letters; on ios and android, alignment follows the layout direction.
    ...(Platform.OS === 'web' && direction === 'rtl' && { textAlign: 'right' as const }),
  };
}
