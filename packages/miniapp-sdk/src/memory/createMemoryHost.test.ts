import { LIMITS } from '@host/contracts';
import { describe, expect, it, vi } from 'vitest';

import { createSdk } from '../sdk/createSdk.ts';
import { type MemoryHostOptions, createMemoryHost } from './createMemoryHost.ts';

const ADA = { openId: 'u1', name: 'Ada' };

function start(options?: MemoryHostOptions) {
  const host = createMemoryHost(options);
  return { host, sdk: createSdk(() => host.services) };
}

describe('storage', () => {
  it('gives back objects as they were, and undefined where nothing is', async () => {
    const { sdk } = start();
    const draft = { items: [1, { deep: true }] };
    await sdk.storage.set('draft', draft);
    draft.items.push(2);
    expect(await sdk.storage.get('draft')).toEqual({ items: [1, { deep: true }] });
    expect(await sdk.storage.get('nothing')).toBeUndefined();
  });

  it('lists, removes, clears and measures', async () => {
    const { sdk } = start({ storage: { a: 1, b: 2 } });
    expect(await sdk.storage.keys()).toEqual(['a', 'b']);
    await sdk.storage.remove('a');
    expect(await sdk.storage.keys()).toEqual(['b']);
    expect((await sdk.storage.info()).usedBytes).toBeGreaterThan(0);
    await sdk.storage.clear();
    expect(await sdk.storage.info()).toEqual({
      usedBytes: 0,
      limitBytes: LIMITS.storageTotalBytes,
    });
  });

  it('refuses, as hosts do, a value over 1 MB, more than 10 MB in all, and what JSON cannot express', async () => {
    const { sdk } = start();
    const megabyte = 'x'.repeat(LIMITS.storageValueBytes - 2);
    await expect(sdk.storage.set('big', `${megabyte}x`)).rejects.toMatchObject({
      code: 'quota-exceeded',
    });
    for (let index = 0; index < 9; index++) await sdk.storage.set(`part ${index}`, megabyte);
    await expect(sdk.storage.set('one too many', megabyte)).rejects.toMatchObject({
      code: 'quota-exceeded',
    });
    await expect(sdk.storage.set('part 0', megabyte)).resolves.toBeUndefined();
    await expect(sdk.storage.set('function', () => 1)).rejects.toMatchObject({
      code: 'invalid-argument',
    });
  });
});

describe('the api', () => {
  it('answers from fixtures, fails with 404 elsewhere, and remembers both', async () => {
    const { host, sdk } = start({ api: { 'GET /orders/items': [{ id: '1', title: 'First' }] } });
    expect(await sdk.api.get('/orders/items')).toEqual([{ id: '1', title: 'First' }]);
    await expect(sdk.api.post('/orders/items', {})).rejects.toMatchObject({
      code: 'not-found',
      status: 404,
    });
    expect(host.calls).toEqual([
      { service: 'api', method: 'GET', path: '/orders/items', status: 200 },
      { service: 'api', method: 'POST', path: '/orders/items', status: 404 },
    ]);
  });

  it('lets a mini-app call its own path alone: the one that is given, or the last part of its appId', async () => {
    const api = { 'GET /tickets/items': ['tickets'], 'GET /desk/items': ['desk'] };
    const appId = 'com.acme.tickets';
    const usual = start({ appId, api });
    expect(await usual.sdk.api.get('/tickets/items')).toEqual(['tickets']);
    await expect(usual.sdk.api.get('/desk/items')).rejects.toMatchObject({
      code: 'path-not-allowed',
    });

    const chosen = start({ appId, api, path: 'desk' });
    expect(await chosen.sdk.api.get('/desk/items')).toEqual(['desk']);
    await expect(chosen.sdk.api.get('/tickets/items')).rejects.toMatchObject({
      code: 'path-not-allowed',
    });
  });
});

describe('the login', () => {
  it('signs somebody in and tells who listens', async () => {
    const { host } = start({ loginAs: ADA });
    const heard = vi.fn<() => void>();
    host.services.auth.subscribe(heard);
    const nobody = { user: null, isAuthenticated: false, status: 'signed-out' };
    expect(host.services.auth.get()).toEqual(nobody);
    await host.services.auth.requestLogin();
    const somebody = { user: ADA, isAuthenticated: true, status: 'granted' };
    expect(host.services.auth.get()).toEqual(somebody);
    expect(heard).toHaveBeenCalledTimes(1);
  });

  it('can be declined, and gives a token only when somebody is signed in', async () => {
    const { host } = start({ loginAs: null });
    await expect(host.services.auth.requestLogin()).rejects.toMatchObject({
      code: 'permission-denied',
    });
    await expect(host.services.auth.getToken()).rejects.toMatchObject({
      code: 'not-authenticated',
    });
    host.signIn(ADA);
    expect(await host.services.auth.getToken()).toContain('u1');
  });
});

describe('the consent of somebody who is signed in', () => {
  it.each(['not-asked', 'declined'] as const)(
    '%s: nobody is known until they agree',
    async (consent) => {
      const { host } = start({ user: ADA, consent });
      const { auth } = host.services;
      expect(auth.get()).toEqual({ user: null, isAuthenticated: false, status: consent });
      await expect(auth.getToken()).rejects.toMatchObject({ code: 'not-authenticated' });
      await auth.requestLogin();
      expect(auth.get()).toEqual({ user: ADA, isAuthenticated: true, status: 'granted' });
    },
  );

  it('can be refused', async () => {
    const { host } = start({ user: ADA, consent: 'not-asked', loginAs: null });
    const { auth } = host.services;
    await expect(auth.requestLogin()).rejects.toMatchObject({ code: 'permission-denied' });
    expect(auth.get()).toEqual({ user: null, isAuthenticated: false, status: 'declined' });
  });
});

describe('push', () => {
  it('asks, subscribes, schedules and cancels', async () => {
    const { host, sdk } = start();
    expect(host.services.push.permission.get()).toEqual({ hasPermission: false });
    expect(await host.services.push.requestPermission()).toBe(true);
    await sdk.push.subscribeToTopic('miniapp_com.acme.orders_updates');
    const id = await sdk.push.scheduleNotification({
      title: 'a',
      body: 'b',
      scheduledAt: new Date(),
    });
    await sdk.push.cancelNotification(id);
    expect(host.calls.map((call) => 'operation' in call && call.operation)).toEqual([
      'requestPermission',
      'subscribeToTopic',
      'scheduleNotification',
      'cancelNotification',
    ]);
  });
});
