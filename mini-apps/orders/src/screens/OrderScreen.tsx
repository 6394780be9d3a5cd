import { Button, Card, Screen, Text, useToast } from '@host/kit';
import { analytics } from '@host/miniapp-sdk';
import { useEffect } from 'react';

import { useReceived } from '../hooks/useReceived';
import type { ScreenProps } from '../navigation';

export function OrderScreen({ route }: ScreenProps<'Order'>) {
  const { id, title } = route.params;
  const { isReceived, markReceived } = useReceived(id);
  const toast = useToast();
  useEffect(() => analytics.screen('order'), []);

  const confirm = () => void markReceived().then(() => toast.show('Marked as received'));
  return (
    <Screen>
      <Card>
        <Text variant="title">{title ?? `Order ${id}`}</Text>
        <Text muted>{isReceived ? 'You have it.' : 'On its way to you.'}</Text>
      </Card>
      {isReceived ? null : <Button title="I have received it" onPress={confirm} />}
    </Screen>
  );
}
