import { PushProvider, usePush } from '@host/push';
import { Text } from 'react-native-web';
import { createRoot } from 'react-dom/client';

globalThis.told = [];

function State() {
  const { isPermissionGranted, token } = usePush();
  return <Text testID="state">{`${isPermissionGranted} ${token ?? 'none'}`}</Text>;
}

createRoot(document.getElementById('root')).render(
  <PushProvider onNotificationReceived={({ title }) => globalThis.told.push(title)}>
    <State />
  </PushProvider>,
);
