import { Button, Screen, useToast } from '@host/kit';

import { useNotificationPermission } from '../hooks/useNotificationPermission';
import { subscribeToNews } from '../services/news';

/** Asks for the permission only when the person wants the news. */
export function NewsButton() {
  const allow = useNotificationPermission();
  const toast = useToast();
  const subscribe = async () => {
    if (!(await allow())) return toast.show('Notifications are off');
    await subscribeToNews();
    toast.show('You will hear of new offers');
  };
  return (
    <Screen>
      <Button
        title="Tell me about new offers"
        variant="secondary"
        onPress={() => void subscribe()}
      />
    </Screen>
  );
}
