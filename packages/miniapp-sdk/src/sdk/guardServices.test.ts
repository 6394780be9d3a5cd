import { DeviceInfo, type Permission } from '@host/contracts';
import { describe, expect, it, vi } from 'vitest';

import { createMemoryHost } from '../memory/createMemoryHost.ts';
import { createSdk } from './createSdk.ts';
import { guardServices } from './guardServices.ts';
import { HostError } from './HostError.ts';

const USER = { openId: 'u1', name: 'Ada' };

function sdkWith(...permissions: Permission[]) {
  const host = createMemoryHost({ user: USER, api: { 'GET /orders/items': [] } });
  const services = guardServices(host.services, permissions, { isDevelopment: true });
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
        message: expect.stringContaining(
          `"${permission}". Write in manifest.json: "permissions": ["${permission}"]`,
        ) as string,
      });
      expect(sdk.host.calls).toEqual([]);
    },
  );

  it('is nothing for whoever uses the mini-app, and the console says why, once', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const host = createMemoryHost({ user: USER, device: { model: 'Ada’s phone' } });
    const services = guardServices(host.services, ['storage']);
    for (let drawing = 0; drawing < 2; drawing++) {
      services.auth.subscribe(() => {});
      services.device.subscribe(() => {});
      services.push.permission.subscribe(() => {});
      services.analytics.screen('home');
    }
    expect(services.auth.get()).toEqual({
      user: null,
      isAuthenticated: false,
      status: 'signed-out',
    });
    expect(JSON.stringify(services.device.get())).not.toContain('Ada');
    expect(DeviceInfo.safeParse(services.device.get()).success).toBe(true);
    expect(services.push.permission.get()).toEqual({ hasPermission: false });
    expect(host.calls).toEqual([]);
    expect(warn.mock.calls.flat()).toEqual(
      ['user', 'device', 'push', 'analytics'].map((permission) =>
        expect.stringContaining(`"permissions": ["storage", "${permission}"]`),
      ),
    );
    warn.mockRestore();
  });

  it.each(USES)('%s: the call works once it is declared', async (permission, use) => {
    await expect((async () => use(sdkWith(permission)))()).resolves.not.toThrow();
  });
});

describe('the e-mail address', () => {
  const ADA = { openId: 'u1', name: 'Ada', email: 'ada@example.com' };

  it('is not part of the user where it was not declared, whoever signs in', async () => {
    const host = createMemoryHost({ loginAs: ADA });
    const { auth } = guardServices(host.services, ['user']);
    await auth.requestLogin();
    expect(auth.get()).toEqual({
      user: { openId: 'u1', name: 'Ada' },
      isAuthenticated: true,
      status: 'granted',
    });
    host.signOut();
    expect(auth.get().user).toBeNull();
    host.signIn(ADA);
    expect(auth.get().user).not.toHaveProperty('email');
    expect(auth.get()).toBe(auth.get());
  });

  it('is part of the user where it was declared', () => {
    const host = createMemoryHost({ user: ADA });
    expect(guardServices(host.services, ['user', 'email']).auth.get().user).toEqual(ADA);
  });
});

it('an SDK cannot be changed by the mini-app that has it', () => {
  const sdk = createSdk(() => createMemoryHost().services);
  for (const part of [sdk, sdk.storage, sdk.analytics, sdk.api, sdk.push]) {
    expect(Object.isFrozen(part)).toBe(true);
  }
});
