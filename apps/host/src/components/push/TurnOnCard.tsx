import { Button, Card, Text, useTheme } from '@host/kit';
import { View } from 'react-native';

import { useServices } from '../../services/AppServicesContext.ts';
import { IconDisc } from './IconDisc.tsx';

/** Offers notifications to whoever was not asked yet. The system is asked only after that. */
export function TurnOnCard() {
  const { space } = useTheme();
  const { push } = useServices();
  return (
    <Card>
      <View style={{ flexDirection: 'row', alignItems: 'center', gap: space(4) }}>
        <IconDisc icon="bell" />
        <View style={{ flex: 1, gap: space(0.5) }}>
          <Text variant="label">Notifications are off</Text>
          <Text variant="caption" muted>
            Turn them on to hear of orders and offers while you are away.
          </Text>
        </View>
      </View>
      <Button title="Turn on" icon="bell" onPress={() => void push.turnOn()} />
    </Card>
  );
}
