import { DeepLinkRouter, type Notification, type Push } from '@host/push';
import { useToast } from '@host/kit';
import { useMessages } from '@host/kit/messages';
import { useCallback } from 'react';

import { LATER_MS } from '../../push/actions.ts';
import type { RulesStore } from '../../push/createRulesStore.ts';
import { PUSH } from '../../messages/push.ts';

/** Handles the action buttons of notifications, wherever they were tapped. */
export function useNotificationActions(push: Push, rules: RulesStore) {
  const toast = useToast();
  const t = useMessages(PUSH);
  return useCallback(
    (actionId: string, { title = '', body = '', data }: Notification) => {
      if (actionId === 'show' && typeof data['deepLink'] === 'string') {
        DeepLinkRouter.navigate(data['deepLink']);
      }
      if (actionId === 'later') {
        void push.schedule({ title, body, data, scheduledAt: Date.now() + LATER_MS });
        toast.show(t('remindedLater'));
      }
      if (actionId === 'mute-offers') {
        void rules.setChannel('promotions', false);
        const onPress = () => void rules.setChannel('promotions', true);
        toast.show(t('noMoreOffers'), { action: { title: t('undo'), onPress } });
      }
    },
    [push, rules, toast, t],
  );
}
