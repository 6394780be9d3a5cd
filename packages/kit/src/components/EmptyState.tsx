import type { ReactNode } from 'react';
import { View } from 'react-native';

import { Icon } from '../icon/Icon.tsx';
import type { IconName } from '../icon/icons.ts';
import { useTheme } from '../theme/useTheme.ts';
import { Text } from './Text.tsx';

/** The props of {@link EmptyState}. */
export interface EmptyStateProps {
  title: string;
  message?: string;
  icon?: IconName;
  /** `danger` if something failed. */
  tone?: 'neutral' | 'danger';
  /** What a person can do about it, usually a Button. */
  action?: ReactNode;
}

/**
 * What a screen shows when there is nothing to show.
 *
 * @example
 * <EmptyState icon="bag" title="No orders yet" message="What you order shows up here." />
 */
export function EmptyState({
  title,
  message,
  icon = 'inbox',
  tone = 'neutral',
  action,
}: EmptyStateProps) {
  const { colors, radii, space } = useTheme();
  const [background, color] =
    tone === 'danger'
      ? [colors.dangerSoft, colors.onDangerSoft]
      : [colors.primarySoft, colors.onPrimarySoft];
  return (
    <View
      style={{
        flex: 1,
        alignItems: 'center',
        justifyContent: 'center',
        gap: space(2),
        padding: space(6),
      }}
    >
      <View
        style={{
          alignItems: 'center',
          justifyContent: 'center',
          width: 64,
          height: 64,
          marginBottom: space(2),
          borderRadius: radii.full,
          backgroundColor: background,
        }}
      >
        <Icon name={icon} size={28} color={color} />
      </View>
      <Text variant="heading" style={{ textAlign: 'center' }}>
        {title}
      </Text>
      {message === undefined ? null : (
        <Text muted style={{ textAlign: 'center', maxWidth: 420 }}>
          {message}
        </Text>
      )}
      {action ? <View style={{ marginTop: space(3) }}>{action}</View> : null}
    </View>
  );
}
