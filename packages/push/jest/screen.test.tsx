import { beforeEach, expect, it, jest } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react-native';

import { createMemoryGateway } from '../src/core/gateway/createMemoryGateway.ts';
import {
  DeepLinkRouter,
  NotificationList,
  PushProvider,
  startPush,
  useNotifications,
} from '../src/index.ts';
import { createFirebaseRemote } from '../src/platform/native/firebase.ts';
import { createKeyValueStorage, createNativePlatform } from '../src/platform/native/index.ts';
import { goTo, putInFront, tellOfFirebase } from './phone/happenings.ts';
import { unpackPhone } from './phone/phone.ts';
import { createStore, startApp } from './startApp.ts';

const openOrder = jest.fn();
DeepLinkRouter.register('order/:orderId', ({ orderId }) => openOrder(orderId));

beforeEach(() => {
  unpackPhone({ permission: 'granted' });
  putInFront();
  openOrder.mockClear();
});

const message = {
  messageId: '0:firebase',
  data: { host_message_id: '42', deepLink: 'order/7' },
  notification: { title: 'Order', body: 'On its way' },
};

/** Push as an app starts it, once it hears what happens. */
async function start() {
  const platform = createNativePlatform({
    storage: createKeyValueStorage(createStore()),
    remote: createFirebaseRemote(),
  });
  const gateway = createMemoryGateway();
  const push = startPush({ platform, gateway });
  await waitFor(() => expect(gateway.live()).toBeDefined());
  return push;
}

function Center({ onOpen }: { onOpen: (id: string) => void }) {
  const { notifications, deleteNotification } = useNotifications();
  return (
    <NotificationList
      notifications={notifications}
      onPress={({ id }) => onOpen(id)}
      onDelete={({ id }) => void deleteNotification(id)}
    />
  );
}

it('the provider alone knows no server on a device, and says how push is started', () => {
  // React says it, too.
  const complaints = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(() => render(<PushProvider />)).toThrow(/call startPush\(\{ platform, gateway \}\)/);
  complaints.mockRestore();
});

it('a test gives its own push, and starts none', async () => {
  const { push } = await startApp();
  render(
    <PushProvider push={push}>
      <Center onOpen={() => undefined} />
    </PushProvider>,
  );
  expect(screen.getByText('No notifications')).toBeTruthy();
  push.stop();
});

it('a push arrives on the screen, a tap on it follows its deep link, and it can be deleted', async () => {
  const push = await start();
  const hear = jest.fn();
  render(
    <PushProvider onNotificationReceived={({ title }) => hear(title)}>
      <Center onOpen={(id) => void push.open(id)} />
    </PushProvider>,
  );
  expect(screen.getByText('No notifications')).toBeTruthy();

  await act(async () => tellOfFirebase('message_received', message));
  expect(await screen.findByText(/^New · /)).toBeTruthy();
  fireEvent.press(screen.getByText('Order'));
  await waitFor(() => expect(screen.queryByText(/^New · /)).toBeNull());
  expect(hear.mock.calls).toEqual([['Order']]);
  expect(openOrder.mock.calls).toEqual([['7']]);

  fireEvent.press(screen.getByLabelText('Delete: Order'));
  expect(await screen.findByText('No notifications')).toBeTruthy();
  push.stop();
});

it('a tap on a notification of the system opens it once in the app that is behind', async () => {
  const push = await start();
  const hear = jest.fn();
  render(
    <PushProvider onNotificationOpened={({ id }) => hear(id)}>
      <Center onOpen={(id) => void push.open(id)} />
    </PushProvider>,
  );
  goTo('background');
  await act(async () => tellOfFirebase('notification_opened', message));
  expect(await screen.findByText('Order')).toBeTruthy();
  expect(hear.mock.calls).toEqual([['42']]);
  expect(openOrder.mock.calls).toEqual([['7']]);
  push.stop();
});
