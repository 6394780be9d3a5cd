import { Button, Card, Text, useTheme } from '@host/kit';
import { useMessages } from '@host/kit/messages';
import { View } from 'react-native';

import { useServices } from '../../services/AppServicesContext.ts';
import { IconDisc } from './IconDisc.tsx';
import { PUSH } from '../../messages/push.ts';

/** Offers notifications to people who have not been asked yet. The system prompt follows only after that. */
export function TurnOnCard() {
  const { space } = useTheme();
  const t = useMessages(PUSH);
  const { push } = useServices();
  return (
    <Card>
      <View style={{ flexDirection: 'row', alignItems: 'center', gap: space(4) }}>
        <IconDisc icon="bell" />
        <View style={{ flex: 1, gap: space(0.5) }}>
          <Text variant="label">{t('off')}</Text>
          <Text variant="caption" muted>
            {t('turnOnWhy')}
          </Text>
        </View>
      </View>
      <Button title={t('turnOn')} icon="bell" onPress={() => void push.turnOn()} />
    </Card>
  );
}
