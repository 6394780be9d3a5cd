import { createObservable } from '@host/miniapp-sdk/host';
import { expect, it } from 'vitest';

import { createHost } from './createHost.ts';
import { createTestHost } from './testing/createTestHost.ts';

const APP = 'com.acme.orders';

it('a mini-app that may not notify any more, or was removed, has nothing left at push', async () => {
  const withdrawn: string[] = [];
  const { options } = createTestHost();
  const host = createHost({
    ...options,
    push: {
      permission: createObservable({ hasPermission: true }),
      requestPermission: async () => true,
      subscribeToTopic: async () => undefined,
      unsubscribeFromTopic: async () => undefined,
      scheduleNotification: async () => 'id',
      cancelNotification: async () => undefined,
      withdraw: async (appId) => void withdrawn.push(appId),
    },
  });
  await host.permissions.grant(APP, 'push');
  await host.permissions.revoke(APP, 'user');
  expect(withdrawn).toEqual([]);
  await host.permissions.revoke(APP, 'push');
  expect(withdrawn).toEqual([APP]);
  await host.uninstall(APP);
  expect(withdrawn).toEqual([APP, APP]);
  host.dispose();
});
