import { DeepLinkRouter, type Notification, type Push } from '@host/push';
import { useToast } from '@host/kit';
import { useCallback } from 'react';

import { LATER_MS } from '../../push/actions.ts';
import type { RulesStore } from '../../push/createRulesStore.ts';

/** Does what the buttons of notifications say, wherever they were tapped. */
export function useNotificationActions(push: Push, rules: RulesStore) {
  const toast = useToast();
  return useCallback(
    (actionId: string, { title = '', body = '', data }: Notification) => {
      if (actionId === 'show' && typeof data['deepLink'] === 'string') {
        DeepLinkRouter.navigate(data['deepLink']);
      }
      if (actionId === 'later') {
        void push.schedule({ title, body, data, scheduledAt: Date.now() + LATER_MS });
        toast.show('You will be reminded in an hour');
      }
      if (actionId === 'mute-offers') {
        void rules.setChannel('promotions', false);
        const onPress = () => void rules.setChannel('promotions', true);
        toast.show('You get no more offers', { action: { title: 'Undo', onPress } });
      }
    },
    [push, rules, toast],
  );
}
