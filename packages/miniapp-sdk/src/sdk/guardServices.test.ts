import type { Permission } from '@host/contracts';
import { describe, expect, it } from 'vitest';

import { createMemoryHost } from '../memory/createMemoryHost.ts';
import { createSdk } from './createSdk.ts';
import { guardServices } from './guardServices.ts';
import { HostError } from './HostError.ts';

const USER = { openId: 'u1', name: 'Ada' };

function sdkWith(...permissions: Permission[]) {
  const host = createMemoryHost({ user: USER, api: { 'GET /orders/items': [] } });
  const services = guardServices(host.services, permissions);
  return { ...createSdk(() => services), services, host };
}

const USES: [Permission, (sdk: ReturnType<typeof sdkWith>) => unknown][] = [
  ['storage', ({ storage }) => storage.set('a', 1)],
  ['storage', ({ storage }) => storage.get('a')],
  ['analytics', ({ analytics }) => analytics.screen('home')],
  ['analytics', ({ analytics }) => analytics.track('pressed')],
  ['network', ({ api }) => api.get('/orders/items')],
  ['push', ({ push }) => push.subscribeToTopic('miniapp_com.acme.orders_updates')],
  ['push', ({ services }) => services.push.permission.get()],
  ['user', ({ services }) => services.auth.get()],
  ['user', ({ services }) => services.auth.requestLogin()],
  ['device', ({ services }) => services.device.get()],
];

describe('a permission that was not declared', () => {
  it.each(USES)(
    '%s: the call fails, names the permission and reaches nothing',
    async (permission, use) => {
      const sdk = sdkWith();
      const attempt = (async () => use(sdk))();
      await expect(attempt).rejects.toBeInstanceOf(HostError);
      await expect(attempt).rejects.toMatchObject({
        code: 'permission-not-declared',
        message: expect.stringContaining(`"${permission}"`) as string,
      });
      expect(sdk.host.calls).toEqual([]);
    },
  );

  it.each(USES)('%s: the call works once it is declared', async (permission, use) => {
    await expect((async () => use(sdkWith(permission)))()).resolves.not.toThrow();
  });
});

it('an SDK cannot be changed by the mini-app that has it', () => {
  const sdk = createSdk(() => createMemoryHost().services);
  for (const part of [sdk, sdk.storage, sdk.analytics, sdk.api, sdk.push]) {
    expect(Object.isFrozen(part)).toBe(true);
  }
});
