import { Button, Card, Screen, Text, useToast } from '@host/kit';
import { analytics } from '@host/miniapp-sdk';
import { useEffect } from 'react';

import { useNotificationPermission } from '../hooks/useNotificationPermission';
import type { ScreenProps } from '../navigation';
import { scheduleReminder } from '../services/reminders';

export function PromoScreen({ route }: ScreenProps<'Promo'>) {
  const { id, title = `Offer ${id}` } = route.params;
  const allow = useNotificationPermission();
  const toast = useToast();
  useEffect(() => analytics.screen('promo'), []);

  const remind = async () => {
    if (!(await allow())) return toast.show('Notifications are off');
    await scheduleReminder({ id, title });
    toast.show('We will remind you tomorrow at 9');
  };
  return (
    <Screen>
      <Card>
        <Text variant="title">{title}</Text>
        <Text muted>Valid while stocks last.</Text>
      </Card>
      <Button title="Remind me tomorrow" onPress={() => void remind()} />
    </Screen>
  );
}
