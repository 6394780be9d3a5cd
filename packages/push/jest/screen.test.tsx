import { beforeEach, expect, it, jest } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react-native';

import { NotificationList, PushProvider, useNotifications } from '../src/index.ts';
import { goTo, putInFront, tellOfFirebase } from './phone/happenings.ts';
import { unpackPhone } from './phone/phone.ts';
import { startApp } from './startApp.ts';

beforeEach(() => {
  unpackPhone({ permission: 'granted' });
  putInFront();
});

const message = {
  messageId: '0:firebase',
  data: { host_message_id: '42', deepLink: 'order/7' },
  notification: { title: 'Order', body: 'On its way' },
};

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

it('a push arrives on the screen, a tap on it follows its deep link, and it can be deleted', async () => {
  const { push, told } = await startApp();
  const hear = jest.fn();
  render(
    <PushProvider push={push} onNotificationReceived={({ title }) => hear(title)}>
      <Center onOpen={(id) => void push.open(id)} />
    </PushProvider>,
  );
  expect(screen.getByText('No notifications')).toBeTruthy();

  await act(async () => tellOfFirebase('message_received', message));
  fireEvent.press(await screen.findByText('New: Order'));
  expect(await screen.findByText('Order')).toBeTruthy();
  expect(hear.mock.calls).toEqual([['Order']]);
  expect(told).toEqual(['received 42', 'order screen 7']);

  fireEvent.press(screen.getByLabelText('Delete: Order'));
  expect(await screen.findByText('No notifications')).toBeTruthy();
  push.stop();
});

it('a tap on a notification of the system opens it once in the app that is behind', async () => {
  const { push, told } = await startApp();
  const hear = jest.fn();
  render(
    <PushProvider push={push} onNotificationOpened={({ id }) => hear(id)}>
      <Center onOpen={(id) => void push.open(id)} />
    </PushProvider>,
  );
  goTo('background');
  await act(async () => tellOfFirebase('notification_opened', message));
  expect(await screen.findByText('Order')).toBeTruthy();
  expect(hear.mock.calls).toEqual([['42']]);
  expect(told).toContain('order screen 7');
  push.stop();
});
