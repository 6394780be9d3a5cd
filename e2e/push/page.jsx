import {
  DeepLinkRouter,
  NotificationList,
  PushProvider,
  createGatewayClient,
  localNotificationService,
  pushService,
  startPush,
  useLocalNotification,
  useNotifications,
  usePush,
} from '@host/push';
import { createWebPlatform } from '@host/push/web';
import { AppRegistry, Pressable, Text, View } from 'react-native-web';

const told = [];
const register = () => navigator.serviceWorker.register('/app/service-worker.js');
const platform = createWebPlatform({
  worker: async () => {
    await register();
    return navigator.serviceWorker.ready;
  },
});
// For the test of a gateway that is elsewhere.
const url = new URLSearchParams(location.search).get('gateway') ?? location.origin;
const gateway = createGatewayClient({ url, storage: platform.storage });
const push = startPush({ platform, gateway, onError: (error) => told.push(String(error)) });
DeepLinkRouter.register('order/:orderId', ({ orderId }) => told.push(`order ${orderId}`));

// For the tests.
Object.assign(globalThis, { told, push, pushService, localNotificationService, DeepLinkRouter });

function App() {
  const { isPermissionGranted, requestPermission, token, permission } = usePush();
  const { notifications, unreadCount, markAsRead, markAllAsRead, deleteNotification } =
    useNotifications();
  const { schedule, cancel } = useLocalNotification();
  Object.assign(globalThis, { schedule, cancel, markAllAsRead });
  return (
    <View role="main" style={{ flex: 1 }}>
      <Text role="heading" aria-level={1}>
        Host
      </Text>
      <Text testID="state">{`${permission} ${isPermissionGranted} ${token ?? 'none'} ${unreadCount}`}</Text>
      <Pressable role="button" onPress={requestPermission}>
        <Text>Allow</Text>
      </Pressable>
      <NotificationList
        notifications={notifications}
        onPress={({ id }) => {
          told.push(`pressed ${id}`);
          void markAsRead(id);
        }}
        onDelete={({ id }) => void deleteNotification(id)}
      />
    </View>
  );
}

AppRegistry.registerComponent('host', () => () => (
  <PushProvider
    onNotificationReceived={
      // For the test of an app that has no handler.
      location.hash === '#silent' ? undefined : ({ title }) => told.push(`received ${title}`)
    }
    onNotificationOpened={({ title }) => told.push(`opened ${title}`)}
    onInitialNotification={({ title }) => told.push(`initial ${title}`)}
    onNotificationAction={(action, { title }) => told.push(`${action} ${title}`)}
  >
    <App />
  </PushProvider>
));
AppRegistry.runApplication('host', { rootTag: document.getElementById('root') });
