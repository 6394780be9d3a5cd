import { Text, useTheme } from '@host/kit';
import { View } from 'react-native';

import { Section } from './Section.tsx';

export function ColorSection() {
  const { colors, radii, space } = useTheme();
  return (
    <Section title="Colours">
      <View style={{ flexDirection: 'row', flexWrap: 'wrap', rowGap: space(3) }}>
        {Object.entries(colors).map(([name, color]) => (
          <View
            key={name}
            style={{ flexDirection: 'row', alignItems: 'center', gap: space(2), width: '50%' }}
          >
            <View
              style={{
                width: 28,
                height: 28,
                borderRadius: radii.small,
                borderWidth: 1,
                borderColor: colors.border,
                backgroundColor: color,
              }}
            />
            <Text variant="caption">{name}</Text>
          </View>
        ))}
      </View>
    </Section>
  );
}
