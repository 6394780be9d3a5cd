import { afterEach, describe, expect, it, vi } from 'vitest';

import { createMemoryGateway } from '../core/gateway/createMemoryGateway.ts';
import { createMemoryPlatform } from '../platform/memory/createMemoryPlatform.ts';

// The app's push is one for the whole script: each test has a script of its own.
afterEach(() => void vi.resetModules());

async function freshApp() {
  const [{ startPush, DeepLinkRouter }, services] = await Promise.all([
    import('./appPush.ts'),
    import('./services.ts'),
  ]);
  const platform = createMemoryPlatform({ permission: 'granted', token: 't1' });
  const gateway = createMemoryGateway();
  return {
    ...services,
    DeepLinkRouter,
    platform,
    gateway,
    start: () => startPush({ platform, gateway }),
  };
}

describe('before startPush', () => {
  it('every call says what to do', async () => {
    const { pushService, localNotificationService, NotificationChannel } = await freshApp();
    const channel = { id: 'a', name: 'A', description: '', importance: 'default' } as const;
    for (const call of [
      pushService.subscribeToTopic('news'),
      pushService.unsubscribeFromTopic('news'),
      localNotificationService.createCategory('order', [{ id: 'a', title: 'A' }]),
      NotificationChannel.create(channel),
    ]) {
      await expect(call).rejects.toThrow(/call startPush\(\{ platform, gateway \}\)/);
    }
  });

  it('routes can be registered, and lead there afterwards', async () => {
    const { DeepLinkRouter } = await freshApp();
    const opened: string[] = [];
    DeepLinkRouter.register('order/:orderId', ({ orderId }) => void opened.push(orderId));
    expect(DeepLinkRouter.navigate('acme://order/42')).toBe('opened');
    expect(opened).toEqual(['42']);
  });
});

describe('after startPush', () => {
  it('the services work with the app’s push', async () => {
    const app = await freshApp();
    const push = app.start();
    await app.pushService.subscribeToTopic('news');
    await expect.poll(() => [...(app.gateway.topicsOf.get('t1') ?? [])]).toEqual(['news']);
    await app.localNotificationService.createCategory('order', [{ id: 'a', title: 'A' }]);
    expect([...app.platform.categories.keys()]).toEqual(['order']);
    const scheduledAt = Date.now() + 60_000;
    const id = await app.localNotificationService.schedule({ title: 'A', body: 'B', scheduledAt });
    await app.localNotificationService.cancel(id);
    expect(await push.pending()).toEqual([]);
    push.stop();
  });

  it('a channel is created, and one that is none is refused with what is wrong', async () => {
    const app = await freshApp();
    app.start();
    const channel = { id: 'a', name: 'A', description: '', importance: 'high' } as const;
    await app.NotificationChannel.create(channel);
    expect([...app.platform.channels.values()]).toEqual([channel]);
    const wrong = { ...channel, importance: 'loud' as 'high' };
    await expect(app.NotificationChannel.create(wrong)).rejects.toThrow(/importance/);
  });

  it('starting again ends what was before', async () => {
    const app = await freshApp();
    const first = app.start();
    await expect.poll(() => app.gateway.live()).toBeDefined();
    const before = app.gateway.live();
    const second = app.start();
    expect(app.gateway.live()).not.toBe(before);
    expect(second).not.toBe(first);
  });
});
