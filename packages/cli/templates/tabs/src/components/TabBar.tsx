import { Icon, type IconName, Text, useTheme } from '@host/kit';
import { Pressable, View } from 'react-native';

/** One tab of the bar. */
export interface Tab<Name extends string> {
  name: Name;
  title: string;
  icon: IconName;
}

interface TabBarProps<Name extends string> {
  tabs: readonly Tab<Name>[];
  current: Name;
  onSelect: (name: Name) => void;
}

export function TabBar<Name extends string>({ tabs, current, onSelect }: TabBarProps<Name>) {
  const { colors, space } = useTheme();
  return (
    <View role="tablist" style={{ flexDirection: 'row' }}>
      {tabs.map(({ name, title, icon }) => {
        const color = name === current ? colors.primary : colors.textMuted;
        return (
          <Pressable
            key={name}
            role="tab"
            aria-label={title}
            aria-selected={name === current}
            onPress={() => onSelect(name)}
            style={{ flex: 1, alignItems: 'center', gap: space(1), paddingVertical: space(2) }}
          >
            <Icon name={icon} color={color} />
            <Text variant="caption" style={{ color }}>
              {title}
            </Text>
          </Pressable>
        );
      })}
    </View>
  );
}
