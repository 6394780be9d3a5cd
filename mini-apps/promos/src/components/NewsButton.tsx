import { Button, Screen, useToast } from '@host/kit';
import { useMessages } from '@host/miniapp-sdk';

import { useNotificationPermission } from '../hooks/useNotificationPermission';
import { subscribeToNews } from '../services/news';
import { TEXTS } from '../texts';

/** Asks for the permission only when the person wants the news. */
export function NewsButton() {
  const t = useMessages(TEXTS);
  const allow = useNotificationPermission();
  const toast = useToast();
  const subscribe = async () => {
    if (!(await allow())) return toast.show(t('off'));
    await subscribeToNews();
    toast.show(t('subscribed'));
  };
  return (
    <Screen>
      <Button title={t('news')} variant="secondary" onPress={() => void subscribe()} />
    </Screen>
  );
}
