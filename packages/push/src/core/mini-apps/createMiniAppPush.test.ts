import { describe, expect, it } from 'vitest';

import { createMemoryPlatform } from '../../platform/memory/createMemoryPlatform.ts';
import { createPush } from '../createPush.ts';
import { createMemoryGateway } from '../gateway/createMemoryGateway.ts';
import { type LinkParams, createDeepLinkRouter } from '../links/createDeepLinkRouter.ts';
import { createHostPush } from './createHostPush.ts';
import { createMiniAppPush } from './createMiniAppPush.ts';

const APP = 'com.acme.orders';
const OTHER = 'com.acme.news';

async function startHost() {
  const platform = createMemoryPlatform({ permission: 'granted', token: 't1' });
  const gateway = createMemoryGateway();
  const router = createDeepLinkRouter();
  const opened: LinkParams[] = [];
  router.register('miniapp/:appId', (params) => void opened.push({ ...params }));
  router.register('settings/:page', (params) => void opened.push({ ...params }));
  const push = createPush({ platform, gateway, router });
  await push.start();
  return { push, platform, gateway, opened };
}

const inAnHour = () => new Date(Date.now() + 3_600_000);
const reminder = (more: object = {}) => ({
  title: 'Pick-up',
  body: 'Ready',
  scheduledAt: inAnHour(),
  ...more,
});

describe('the push of a mini-app', () => {
  it('takes topics of its own alone', async () => {
    const { push } = await startHost();
    const mine = createMiniAppPush(push, { appId: APP });
    await mine.subscribeToTopic(`miniapp_${APP}_updates`);
    for (const topic of ['news', `miniapp_${OTHER}_updates`, `miniapp_${APP}_`, `user_1`]) {
      await expect(mine.subscribeToTopic(topic)).rejects.toMatchObject({
        code: 'invalid-argument',
      });
    }
  });

  it('puts its id on what it schedules, whatever it says itself', async () => {
    const { push } = await startHost();
    const mine = createMiniAppPush(push, { appId: APP });
    await mine.scheduleNotification(reminder({ data: { appId: OTHER, orderId: '42' } }));
    const [schedule] = await push.pending();
    expect(schedule!.content.data).toEqual({
      appId: APP,
      orderId: '42',
      deepLink: `miniapp/${APP}?orderId=42`,
    });
  });

  it('says whose what it schedules is, by the name and the icon of the registry', async () => {
    const { push, platform } = await startHost();
    const asRegistered = async () => ({ name: 'Orders', icon: 'https://cdn.example/orders.svg' });
    const host = createHostPush(push, { describe: asRegistered });
    await host.scheduleNotification(APP, reminder());
    expect(platform.alarms.all()[0]!.notification.app).toEqual({
      id: APP,
      name: 'Orders',
      icon: 'https://cdn.example/orders.svg',
    });
  });

  it('is named by its id where the registry cannot be asked', async () => {
    const { push, platform } = await startHost();
    const host = createHostPush(push, { describe: () => Promise.reject(new Error('offline')) });
    await host.scheduleNotification(APP, reminder());
    expect(platform.alarms.all()[0]!.notification.app).toEqual({ id: APP, name: APP });
  });

  it('has none of the buttons of the host', async () => {
    const { push } = await startHost();
    await push.createCategory('order', [{ id: 'show', title: 'Show the order' }]);
    const mine = createMiniAppPush(push, { appId: APP });
    await expect(mine.scheduleNotification(reminder({ category: 'order' }))).rejects.toMatchObject({
      code: 'unknown-category',
    });
    await push.createCategory(`${APP}/order`, [{ id: 'pick-up', title: 'Pick it up' }]);
    await mine.scheduleNotification(reminder({ category: 'order' }));
    expect((await push.pending())[0]!.content.category).toBe(`${APP}/order`);
  });

  it('has buttons of its own, which open it with the action and are nothing to the host', async () => {
    const { push, platform, opened } = await startHost();
    const told: string[] = [];
    push.on('action', (actionId) => void told.push(actionId));
    const host = createHostPush(push);
    await host.createCategory(APP, 'order', [
      { id: 'accept', title: 'Accept' },
      { id: 'reject', title: 'Reject', destructive: true },
    ]);
    expect(push.actionsOf(`${APP}/order`)).toHaveLength(2);
    await host.scheduleNotification(APP, reminder({ category: 'order', data: { orderId: '42' } }));
    const { notification } = platform.alarms.all()[0]!;
    platform.emit({ type: 'press', press: { notification, actionId: 'accept' } });
    await expect.poll(() => opened).toEqual([{ appId: APP, orderId: '42', action: 'accept' }]);
    expect(told).toEqual([]);

    await host.withdraw(APP);
    expect(push.categories()).toEqual([]);
  });

  it('has few categories, and none of another', async () => {
    const { push } = await startHost();
    const mine = createMiniAppPush(push, { appId: APP });
    const actions = [{ id: 'a', title: 'A' }];
    for (let index = 0; index < 10; index++) await mine.createCategory(`c${index}`, actions);
    await expect(mine.createCategory('one-more', actions)).rejects.toMatchObject({
      code: 'too-many',
    });
    await mine.createCategory('c0', [{ id: 'b', title: 'B' }]);
    await createMiniAppPush(push, { appId: OTHER }).createCategory('c0', actions);
    expect(push.actionsOf(`${APP}/c0`)).toEqual([{ id: 'b', title: 'B' }]);
  });

  it('has none of the channels of the host', async () => {
    const { push } = await startHost();
    const mine = createMiniAppPush(push, { appId: APP });
    await expect(
      mine.scheduleNotification(reminder({ channelId: 'urgent' })),
    ).rejects.toMatchObject({ code: 'invalid-argument' });
  });

  it('opening its notification leads to it with its data, and never elsewhere', async () => {
    const { push, platform, opened } = await startHost();
    const mine = createMiniAppPush(push, { appId: APP });
    const data = { orderId: '4&2=?', nested: { x: 1 }, deepLink: 'acme://settings/reset' };
    await mine.scheduleNotification(reminder({ data }));
    const { notification } = platform.alarms.all()[0]!;
    platform.emit({ type: 'press', press: { notification } });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(opened).toEqual([{ appId: APP, orderId: '4&2=?' }]);
  });

  it('has a quota, which cancelling gives back', async () => {
    const { push } = await startHost();
    const mine = createMiniAppPush(push, { appId: APP, mostPending: 2 });
    const others = createMiniAppPush(push, { appId: OTHER, mostPending: 2 });
    const first = await mine.scheduleNotification(reminder());
    await mine.scheduleNotification(reminder());
    await expect(mine.scheduleNotification(reminder())).rejects.toMatchObject({ code: 'too-many' });
    await others.scheduleNotification(reminder());
    await mine.cancelNotification(first);
    await mine.scheduleNotification(reminder());
  });

  it('cancels nothing of another', async () => {
    const { push } = await startHost();
    const id = await createMiniAppPush(push, { appId: OTHER }).scheduleNotification(reminder());
    await createMiniAppPush(push, { appId: APP }).cancelNotification(id);
    expect(await push.pending()).toHaveLength(1);
  });

  it('withdrawn, has nothing scheduled and no topic any more; others keep theirs', async () => {
    const { push, gateway } = await startHost();
    const host = createHostPush(push);
    for (const appId of [APP, OTHER]) {
      await host.scheduleNotification(appId, reminder());
      await host.subscribeToTopic(`miniapp_${appId}_updates`);
    }
    await host.withdraw(APP);
    expect((await push.pending()).map(({ content }) => content.data?.['appId'])).toEqual([OTHER]);
    await expect
      .poll(() => [...(gateway.topicsOf.get('t1') ?? [])])
      .toEqual([`miniapp_${OTHER}_updates`]);
  });

  it('knows the permission and hears when it changes', async () => {
    const { push, platform } = await startHost();
    const { permission } = createHostPush(push);
    const told: boolean[] = [];
    permission.subscribe(() => told.push(permission.get().hasPermission));
    expect(permission.get()).toEqual({ hasPermission: true });
    platform.setPermission('denied');
    await push.resume();
    expect(told).toEqual([false]);
  });

  it('of the host takes no topic that is none of a mini-app', async () => {
    const { push } = await startHost();
    const { subscribeToTopic } = createHostPush(push);
    await expect(subscribeToTopic('news')).rejects.toMatchObject({ code: 'invalid-argument' });
  });
});
