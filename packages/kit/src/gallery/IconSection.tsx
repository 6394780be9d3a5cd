import { Icon, Text, iconNames, useTheme } from '@host/kit';
import { View } from 'react-native';

import { Section } from './Section.tsx';

export function IconSection() {
  const { space } = useTheme();
  return (
    <Section title="Icons">
      <View style={{ flexDirection: 'row', flexWrap: 'wrap', rowGap: space(4) }}>
        {iconNames.map((name) => (
          <View key={name} style={{ width: '25%', alignItems: 'center', gap: space(1) }}>
            <Icon name={name} />
            <Text variant="caption" muted style={{ textAlign: 'center' }}>
              {name}
            </Text>
          </View>
        ))}
      </View>
    </Section>
  );
}
