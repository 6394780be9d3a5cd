import { View } from 'react-native';

import type { ThemeColors } from '../theme/Theme.types.ts';
import { useTheme } from '../theme/useTheme.ts';
import { Text } from './Text.tsx';

/** The props of {@link Badge}: a word, or a count. */
export type BadgeProps = {
  tone?: 'neutral' | 'primary' | 'success' | 'warning' | 'danger';
} & ({ title: string; count?: undefined } | { title?: undefined; count: number; label: string });

const MAX_COUNTED = 99;

/**
 * A word about a state, or a count.
 *
 * @example
 * <Badge title="Delivered" tone="success" />
 * <Badge count={3} label="3 new messages" tone="danger" />
 */
export function Badge({ tone = 'neutral', ...content }: BadgeProps) {
  const { colors, radii, space } = useTheme();
  const isCount = content.count !== undefined;
  const [background, color] = isCount ? filledTone(tone, colors) : softTone(tone, colors);
  const text = isCount
    ? content.count > MAX_COUNTED
      ? `${MAX_COUNTED}+`
      : String(content.count)
    : content.title;
  return (
    <View
      {...(isCount && { accessible: true, role: 'img', 'aria-label': content.label })}
      // Only as wide as its content, even in a column.
      style={{ flexDirection: 'row' }}
    >
      <View
        style={{
          alignItems: 'center',
          justifyContent: 'center',
          minWidth: 22,
          minHeight: 22,
          paddingHorizontal: space(isCount ? 1.5 : 2.5),
          paddingVertical: space(0.5),
          borderRadius: radii.full,
          backgroundColor: background,
        }}
      >
        <Text variant="caption" style={{ color, fontWeight: '600' }}>
          {text}
        </Text>
      </View>
    </View>
  );
}

type Tone = NonNullable<BadgeProps['tone']>;

function softTone(tone: Tone, colors: ThemeColors): [background: string, color: string] {
  if (tone === 'primary') return [colors.primarySoft, colors.onPrimarySoft];
  if (tone === 'success') return [colors.successSoft, colors.onSuccessSoft];
  if (tone === 'warning') return [colors.warningSoft, colors.onWarningSoft];
  if (tone === 'danger') return [colors.dangerSoft, colors.onDangerSoft];
  return [colors.surfaceActive, colors.textMuted];
}

function filledTone(tone: Tone, colors: ThemeColors): [background: string, color: string] {
  if (tone === 'primary') return [colors.primary, colors.onPrimary];
  if (tone === 'success') return [colors.success, colors.onSuccess];
  if (tone === 'warning') return [colors.warning, colors.onWarning];
  if (tone === 'danger') return [colors.danger, colors.onDanger];
  return [colors.textMuted, colors.background];
}
