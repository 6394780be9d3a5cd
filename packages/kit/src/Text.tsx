import { Text as NativeText, type TextProps as NativeTextProps } from 'react-native';

import { useTheme } from './theme.ts';

export interface TextProps extends NativeTextProps {
  variant?: 'title' | 'heading' | 'body' | 'caption';
  muted?: boolean;
}

const VARIANTS = {
  title: { fontSize: 28, lineHeight: 34, fontWeight: '700' },
  heading: { fontSize: 18, lineHeight: 24, fontWeight: '600' },
  body: { fontSize: 16, lineHeight: 22, fontWeight: '400' },
  caption: { fontSize: 13, lineHeight: 18, fontWeight: '400' },
} as const;

/** Text in the host's style; `title` and `heading` are headings for screen readers. */
export function Text({ variant = 'body', muted = false, style, ...rest }: TextProps) {
  const { colors } = useTheme();
  const isHeading = variant === 'title' || variant === 'heading';
  return (
    <NativeText
      accessibilityRole={isHeading ? 'header' : undefined}
      {...rest}
      style={[VARIANTS[variant], { color: muted ? colors.textMuted : colors.text }, style]}
    />
  );
}
