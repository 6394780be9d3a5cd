import { Button, Card, Screen, Text, useToast } from '@host/kit';
import { analytics, useMessages } from '@host/miniapp-sdk';
import { useEffect } from 'react';

import { useNotificationPermission } from '../hooks/useNotificationPermission';
import type { ScreenProps } from '../navigation';
import { scheduleReminder } from '../services/reminders';
import { TEXTS } from '../texts';

export function PromoScreen({ route }: ScreenProps<'Promo'>) {
  const t = useMessages(TEXTS);
  const { id, title = t('offerOf', { id }) } = route.params;
  const allow = useNotificationPermission();
  const toast = useToast();
  useEffect(() => analytics.screen('promo'), []);

  const remind = async () => {
    if (!(await allow())) return toast.show(t('off'));
    await scheduleReminder({ id, title, reminder: t('reminder') });
    toast.show(t('reminded'));
  };
  return (
    <Screen>
      <Card>
        <Text variant="title">{title}</Text>
        <Text muted>{t('valid')}</Text>
      </Card>
      <Button title={t('remind')} onPress={() => void remind()} />
    </Screen>
  );
}
