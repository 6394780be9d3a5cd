import type { ReactNode } from 'react';
import { Platform, View, type ViewStyle } from 'react-native';

import { Icon } from '../icon/Icon.tsx';
import { Touchable } from '../platform/Touchable.tsx';
import { useTheme } from '../theme/useTheme.ts';
import { Text } from './Text.tsx';

/** The props of {@link ListItem}. */
export interface ListItemProps {
  title: string;
  subtitle?: string;
  onPress?: () => void;
  /** Before the text: an Avatar or an Icon. Screen readers skip it. */
  leading?: ReactNode;
  /** After the text: a Badge or a value. */
  trailing?: ReactNode;
  /** Undefined if the row is not selectable. */
  selected?: boolean;
  disabled?: boolean;
}

/**
 * A row of a list; with `onPress` it is a button.
 *
 * @example
 * <ListItem title="Espresso machine" subtitle="Arrives tomorrow" onPress={open} />
 */
export function ListItem({
  title,
  subtitle,
  onPress,
  leading,
  trailing,
  selected,
  disabled = false,
}: ListItemProps) {
  const { colors, space } = useTheme();
  const row: ViewStyle = {
    minHeight: 60,
    flexDirection: 'row',
    alignItems: 'center',
    gap: space(3),
    paddingHorizontal: space(4),
    paddingVertical: space(3),
    borderBottomWidth: 1,
    borderColor: colors.border,
    backgroundColor: selected ? colors.surfaceActive : colors.surface,
  };
  const content = (
    <>
      {leading ? <View aria-hidden>{leading}</View> : null}
      <View style={{ flex: 1, gap: space(0.5) }}>
        <Text muted={disabled}>{title}</Text>
        {subtitle === undefined ? null : (
          <Text variant="caption" muted>
            {subtitle}
          </Text>
        )}
      </View>
      {trailing}
      {selected ? <Icon name="check" size={20} color={colors.primary} /> : null}
    </>
  );

  if (!onPress) return <View style={row}>{content}</View>;
  return (
    <Touchable
      role="button"
      {...selectedProps(selected)}
      aria-disabled={disabled}
      disabled={disabled}
      onPress={onPress}
      hasInnerRing
      style={({ isPressed, isHovered }) => [
        row,
        (isPressed || isHovered) && { backgroundColor: colors.surfaceActive },
      ]}
    >
      {content}
      {selected === undefined ? <Icon name="chevron-end" size={18} color={colors.control} /> : null}
    </Touchable>
  );
}

// `aria-pressed` for a button in a browser, `selected` on ios and android.
function selectedProps(selected: boolean | undefined): object {
  if (selected === undefined) return {};
  return Platform.OS === 'web' ? { 'aria-pressed': selected } : { 'aria-selected': selected };
}
