import { Button, Card, Screen, Text, useToast } from '@host/kit';
import { analytics, useMessages } from '@host/miniapp-sdk';
import { useEffect } from 'react';

import { useReceived } from '../hooks/useReceived';
import type { ScreenProps } from '../navigation';
import { TEXTS } from '../texts';

export function OrderScreen({ route }: ScreenProps<'Order'>) {
  const { id, title } = route.params;
  const { isReceived, markReceived } = useReceived(id);
  const toast = useToast();
  const t = useMessages(TEXTS);
  useEffect(() => analytics.screen('order'), []);

  const confirm = () => void markReceived().then(() => toast.show(t('marked')));
  return (
    <Screen>
      <Card>
        <Text variant="title">{title ?? t('orderOf', { id })}</Text>
        <Text muted>{t(isReceived ? 'isThere' : 'isOnItsWay')}</Text>
      </Card>
      {isReceived ? null : <Button title={t('received')} onPress={confirm} />}
    </Screen>
  );
}
