import { Button, EmptyState, IconButton, Spinner, Text, useTheme } from '@host/kit';
import { useMessages } from '@host/kit/messages';
import { NotificationList, type Push, useNotifications, usePush } from '@host/push';
import { View } from 'react-native';

import { Page } from '../components/Page.tsx';
import { TurnOnCard } from '../components/push/TurnOnCard.tsx';
import { useLayout } from '../components/useLayout.ts';
import { useServices } from '../services/AppServicesContext.ts';
import { useStore } from '../common/useStore.ts';
import type { ScreenProps } from '../navigation/ScreenProps.types.ts';
import { HOME } from '../messages/home.ts';
import { PUSH } from '../messages/push.ts';
import { TITLES } from '../messages/titles.ts';

/** The notification center: what arrived on this device and on the person's other devices. */
export function NotificationsScreen({ navigation }: ScreenProps<'Notifications'>) {
  const t = useMessages(PUSH);
  const title = useMessages(TITLES)('notifications');
  const state = useStore(useServices().push.state);
  return (
    <Page
      title={title}
      isNarrow
      hasList
      action={
        <IconButton
          icon="settings"
          label={t('settings')}
          onPress={() => navigation.navigate('NotificationSettings')}
        />
      }
    >
      {state.status === 'started' ? (
        <Center push={state.push} />
      ) : state.status === 'starting' ? (
        <Spinner />
      ) : (
        <EmptyState icon="bell" title={t('unavailable')} message={t('unavailableHint')} />
      )}
    </Page>
  );
}

function Center({ push }: { push: Push }) {
  const { radii, space } = useTheme();
  const { isWide } = useLayout();
  const t = useMessages(PUSH);
  const home = useMessages(HOME);
  const { notifications, unreadCount, markAllAsRead, deleteNotification } = useNotifications();
  const { permission } = usePush();
  return (
    <>
      {permission === 'not-determined' ? <TurnOnCard /> : null}
      <View style={{ flex: 1 }}>
        {unreadCount === 0 ? null : (
          <View style={{ flexDirection: 'row', alignItems: 'center', gap: space(2) }}>
            <Text muted style={{ flex: 1 }}>
              {home('unread', { count: unreadCount })}
            </Text>
            <Button
              title={t('markAllRead')}
              icon="check"
              variant="plain"
              size="small"
              onPress={() => void markAllAsRead()}
            />
          </View>
        )}
        <View
          style={{
            flex: 1,
            // On a phone rows are full-bleed.
            marginHorizontal: isWide ? 0 : -space(4),
            borderRadius: isWide ? radii.large : 0,
            overflow: 'hidden',
          }}
        >
          <NotificationList
            notifications={notifications}
            onPress={({ id }) => void push.open(id)}
            onDelete={({ id }) => void deleteNotification(id)}
          />
        </View>
      </View>
    </>
  );
}
