import { type Notification, type Push, useNotifications } from '@host/push';
import { useTheme } from '@host/kit';
import { useMessages } from '@host/kit/messages';
import { useEffect } from 'react';
import { Platform, View } from 'react-native';

import { useLayout } from '../useLayout.ts';
import { Banner } from './Banner.tsx';
import { PUSH } from '../../messages/push.ts';

interface BannersProps {
  push: Push;
  /** The queue; the first is shown. */
  waiting: readonly Notification[];
  onDone: (id: string) => void;
}

/** Shows foreground notifications above everything else, without taking the focus. */
export function Banners({ push, waiting, onDone }: BannersProps) {
  const { space } = useTheme();
  const { isWide } = useLayout();
  const t = useMessages(PUSH);
  const [current] = waiting;
  return (
    <View
      // Always mounted: browsers announce changes in a live region, not a region that is added.
      aria-live="polite"
      {...(Platform.OS === 'web' && { role: 'status', 'aria-label': t('newNotification') })}
      style={{
        position: 'absolute',
        top: 0,
        start: 0,
        end: 0,
        zIndex: 20,
        alignItems: isWide ? 'flex-end' : 'center',
        padding: space(isWide ? 4 : 2),
        pointerEvents: 'box-none',
      }}
    >
      {current ? (
        <CurrentBanner key={current.id} push={push} notification={current} onDone={onDone} />
      ) : null}
    </View>
  );
}

interface CurrentBannerProps extends Pick<BannersProps, 'push' | 'onDone'> {
  notification: Notification;
}

function CurrentBanner({ push, notification, onDone }: CurrentBannerProps) {
  const { id, category } = notification;
  const { notifications } = useNotifications();
  // It was read or deleted, here or on another device.
  const isUnread = notifications.some((each) => each.id === id && each.readAt === undefined);
  useEffect(() => {
    if (!isUnread) onDone(id);
  }, [isUnread, id, onDone]);
  return (
    <Banner
      notification={notification}
      actions={push.actionsOf(category)}
      onOpen={() => void push.open(id)}
      onAction={(actionId) => void push.open(id, actionId)}
      onClose={() => onDone(id)}
    />
  );
}
