import { Badge, IconButton } from '@host/kit';
import { useMessages } from '@host/kit/messages';
import { View } from 'react-native';

import { useServices } from '../../services/AppServicesContext.ts';
import { useStore } from '../../common/useStore.ts';
import { HOME } from '../../messages/home.ts';
import { TITLES } from '../../messages/titles.ts';

/** The button that opens the notification center, with the unread count. */
export function BellButton({ onPress }: { onPress: () => void }) {
  const count = useStore(useServices().push.unreadCount);
  const t = useMessages(HOME);
  const titles = useMessages(TITLES);
  return (
    <View>
      <IconButton
        icon="bell"
        label={count === 0 ? titles('notifications') : t('notificationsUnread', { count })}
        onPress={onPress}
      />
      {count === 0 ? null : (
        <View aria-hidden style={{ position: 'absolute', top: 0, end: 0, pointerEvents: 'none' }}>
          <Badge count={count} label="" tone="danger" />
        </View>
      )}
    </View>
  );
}
