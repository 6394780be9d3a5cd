import { type Notification, PushProvider } from '@host/push';
import { useCallback, useEffect, useState } from 'react';

import type { StartedPush } from '../../push/PushService.types.ts';
import { useServices } from '../../services/AppServicesContext.ts';
import { Banners } from './Banners.tsx';
import { PrimerSheet } from './PrimerSheet.tsx';
import { useDeepLinks } from './useDeepLinks.ts';
import { useNotificationActions } from './useNotificationActions.ts';

const MAX_WAITING = 3;
/** Older messages that arrive after a reconnect get no banner; they are in the notification center. */
const NEWS_MS = 60 * 60 * 1000;

interface PushLayerProps extends Pick<StartedPush, 'push'> {
  /** No banners then: the open notification center shows new messages itself. */
  isInCenter: boolean;
}

/** The visible part of push: banners, deep links, and the permission prompt. */
export function PushLayer({ push, isInCenter }: PushLayerProps) {
  const { rules } = useServices().push;
  const [waiting, setWaiting] = useState<readonly Notification[]>([]);
  useDeepLinks();
  const act = useNotificationActions(push, rules);
  const receive = (notification: Notification) => {
    const isNews = Date.now() - Date.parse(notification.receivedAt) < NEWS_MS;
    const hasText = notification.title !== undefined || notification.body !== undefined;
    if (isNews && hasText && !isInCenter)
      setWaiting((before) => [...before, notification].slice(-MAX_WAITING));
  };
  const finish = useCallback(
    (id: string) => setWaiting((before) => before.filter((each) => each.id !== id)),
    [],
  );
  useEffect(() => {
    if (isInCenter) setWaiting([]);
  }, [isInCenter]);
  return (
    <PushProvider push={push} onNotificationReceived={receive} onNotificationAction={act}>
      <Banners push={push} waiting={waiting} onDone={finish} />
      <PrimerSheet />
    </PushProvider>
  );
}
