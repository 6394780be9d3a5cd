import { Card, Skeleton, Spinner, useTheme } from '@host/kit';
import { View } from 'react-native';

import { Section } from './Section.tsx';

export function LoadingSection() {
  const { space } = useTheme();
  return (
    <Section title="Loading">
      <Card>
        <View style={{ flexDirection: 'row', alignItems: 'center', gap: space(3) }}>
          <Skeleton width={44} height={44} round />
          <View style={{ flex: 1, gap: space(2) }}>
            <Skeleton width="70%" />
            <Skeleton width="40%" height={12} />
          </View>
        </View>
        <Skeleton height={96} />
      </Card>
      <Card>
        <Spinner label="Loading your orders" />
      </Card>
      <Spinner label="Checking" size="small" inline />
    </Section>
  );
}
