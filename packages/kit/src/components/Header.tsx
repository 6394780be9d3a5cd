import { View } from 'react-native';

import type { IconName } from '../icon/icons.ts';
import { KIT } from '../language/kitMessages.ts';
import { useMessages } from '../language/useMessages.ts';
import { webProps } from '../platform/webProps.ts';
import { useTheme } from '../theme/useTheme.ts';
import { IconButton } from './IconButton.tsx';
import { Text } from './Text.tsx';

/** A button at the end of a header. */
export interface HeaderAction {
  icon: IconName;
  label: string;
  onPress: () => void;
  disabled?: boolean;
}

/** The props of {@link Header}. */
export interface HeaderProps {
  title: string;
  subtitle?: string;
  /** Adds a back button. */
  onBack?: () => void;
  backLabel?: string;
  /** At most three; more belong in a Sheet. */
  actions?: readonly HeaderAction[];
}

/**
 * The bar above a screen that has no navigator's header.
 *
 * @example
 * <Screen header={<Header title="Order 7" onBack={goBack} />}>…</Screen>
 */
export function Header({ title, subtitle, onBack, backLabel, actions = [] }: HeaderProps) {
  const { colors, space } = useTheme();
  const t = useMessages(KIT);
  return (
    <View
      style={{
        minHeight: 56,
        flexDirection: 'row',
        alignItems: 'center',
        gap: space(1),
        paddingStart: space(onBack ? 1 : 4),
        paddingEnd: space(actions.length > 0 ? 1 : 4),
        paddingVertical: space(1.5),
        borderBottomWidth: 1,
        borderColor: colors.border,
        backgroundColor: colors.surface,
      }}
    >
      {onBack ? (
        <IconButton icon="arrow-start" label={backLabel ?? t('back')} onPress={onBack} />
      ) : null}
      <View style={{ flex: 1 }}>
        <Text variant="heading" numberOfLines={2} {...webProps({ 'aria-level': 1 })}>
          {title}
        </Text>
        {subtitle === undefined ? null : (
          <Text variant="caption" muted numberOfLines={1}>
            {subtitle}
          </Text>
        )}
      </View>
      {actions.map((action) => (
        <IconButton key={action.label} {...action} />
      ))}
    </View>
  );
}
