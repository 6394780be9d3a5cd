import { Button, Card, Screen, Text, useToast } from '@host/kit';
import { analytics, useMessages } from '@host/miniapp-sdk';
import { useEffect } from 'react';
import { Image, StyleSheet } from 'react-native';

import { useNotificationPermission } from '../hooks/useNotificationPermission';
import type { ScreenProps } from '../navigation';
import picture from '../pictures/offer.jpg';
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
      <Image
        source={picture}
        style={styles.picture}
        accessibilityRole="image"
        accessibilityLabel="A price tag"
      />
      <Card>
        <Text variant="title">{title}</Text>
        <Text muted>{t('valid')}</Text>
      </Card>
      <Button title={t('remind')} onPress={() => void remind()} />
    </Screen>
  );
}

const styles = StyleSheet.create({
  picture: { width: '100%', height: 160, borderRadius: 12 },
});
