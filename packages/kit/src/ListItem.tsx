import { Pressable, View } from 'react-native';

import { Text } from './Text.tsx';
import { useTheme } from './theme.ts';

export interface ListItemProps {
  title: string;
  subtitle?: string;
  onPress?: () => void;
}

/** A row of a list; with `onPress` it is a button. */
export function ListItem({ title, subtitle, onPress }: ListItemProps) {
  const { colors, space } = useTheme();
  const content = (
    <View style={{ flex: 1, gap: space(1) }}>
      <Text>{title}</Text>
      {subtitle === undefined ? null : (
        <Text variant="caption" muted>
          {subtitle}
        </Text>
      )}
    </View>
  );
  const row = {
    minHeight: 56,
    flexDirection: 'row',
    alignItems: 'center',
    paddingHorizontal: space(4),
    paddingVertical: space(3),
    borderBottomWidth: 1,
    borderColor: colors.border,
    backgroundColor: colors.surface,
  } as const;

  if (!onPress) return <View style={row}>{content}</View>;
  return (
    <Pressable
      accessibilityRole="button"
      accessibilityLabel={subtitle === undefined ? title : `${title}, ${subtitle}`}
      onPress={onPress}
      style={({ pressed }) => [row, pressed && { opacity: 0.7 }]}
    >
      {content}
    </Pressable>
  );
}
