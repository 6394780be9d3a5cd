import { NotificationList } from '@host/push';
import { useState } from 'react';
import { AppRegistry, Text, View } from 'react-native-web';

const COUNT = 10_000;
const MINUTES_APART = 7;

const NOTIFICATIONS = Array.from({ length: COUNT }, (_, index) => ({
  id: String(COUNT - index),
  title: `Order ${COUNT - index}`,
  body: index % 3 === 0 ? 'It is on its way and will be there between 9 and 11 o’clock.' : 'Ready',
  data: {},
  receivedAt: new Date(Date.now() - index * MINUTES_APART * 60_000).toISOString(),
  ...(index % 4 !== 0 && { readAt: new Date().toISOString() }),
}));

// For the tests.
const told = [];
Object.assign(globalThis, { told });

function Center() {
  const [notifications, setNotifications] = useState(NOTIFICATIONS);
  return (
    <View role="main" style={{ flex: 1 }}>
      <Text role="heading" aria-level={1}>
        Center
      </Text>
      <NotificationList
        notifications={notifications}
        onPress={({ id }) => told.push(`pressed ${id}`)}
        onDelete={({ id }) => {
          told.push(`deleted ${id}`);
          setNotifications((all) => all.filter((each) => each.id !== id));
        }}
      />
    </View>
  );
}

AppRegistry.registerComponent('center', () => Center);
AppRegistry.runApplication('center', { rootTag: document.getElementById('root') });
