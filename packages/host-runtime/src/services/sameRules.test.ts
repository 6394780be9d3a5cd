import type { Permission } from '@host/contracts';
import { createDeepLinkRouter, createHostPush, createPush } from '@host/push/core';
import { createMemoryGateway, createMemoryPlatform } from '@host/push/memory';
import { type HostServices, createMemoryHost, guardServices } from '@host/miniapp-sdk/host';
import { describe, expect, it } from 'vitest';

import { createTestHost, show } from '../testing/createTestHost.ts';

const APP = 'com.acme.orders';
const ALL: Permission[] = ['storage', 'analytics', 'network', 'push', 'user', 'device'];

const ACTIONS = [{ id: 'accept', title: 'Accept' }];

const reminder = () => ({
  title: 'Soon',
  body: 'Now',
  scheduledAt: new Date(Date.now() + 3_600_000),
});

/** Calls so often, one after the other: all but the last have to be taken. */
async function inTurn(times: number, call: (index: number) => Promise<unknown>): Promise<unknown> {
  for (let index = 1; index < times; index++) {
    await call(index).catch(() => expect.fail(`Call ${index} was refused already.`));
  }
  return call(times);
}

/** Calls that hosts refuse, each with the code of the refusal. */
const REFUSED: [what: string, call: (services: HostServices) => unknown, code: string][] = [
  [
    'a topic of another mini-app',
    ({ push }) => push.subscribeToTopic('miniapp_com.acme.promos_updates'),
    'path-not-allowed',
  ],
  ['a topic of the host', ({ push }) => push.subscribeToTopic('promotions'), 'path-not-allowed'],
  [
    'leaving a topic of the host',
    ({ push }) => push.unsubscribeFromTopic('promotions'),
    'path-not-allowed',
  ],
  [
    'a topic without a name',
    ({ push }) => push.subscribeToTopic(`miniapp_${APP}_`),
    'invalid-argument',
  ],
  [
    'a topic with letters that topics do not have',
    ({ push }) => push.subscribeToTopic(`miniapp_${APP}_new orders!`),
    'invalid-argument',
  ],
  [
    'a call to the path of another mini-app',
    ({ api }) => api.request('GET', '/promos/items'),
    'path-not-allowed',
  ],
  [
    'a call out of its own path',
    ({ api }) => api.request('GET', '/orders/../promos/items'),
    'path-not-allowed',
  ],
  [
    'a call out of its own path in disguise',
    ({ api }) => api.request('GET', '/orders/%2e%2e/promos/items'),
    'path-not-allowed',
  ],
  [
    'a call to another server',
    ({ api }) => api.request('GET', 'https://evil.example/orders/items'),
    'path-not-allowed',
  ],
  [
    'a notification that does not fit',
    ({ push }) =>
      push.scheduleNotification({
        title: 'Soon',
        body: 'Now',
        scheduledAt: 'tomorrow',
      }),
    'invalid-argument',
  ],
  [
    'a notification for a time that has passed',
    ({ push }) => push.scheduleNotification({ ...reminder(), scheduledAt: new Date(2e11) }),
    'invalid-argument',
  ],
  [
    'a notification in a channel, which only the host has',
    ({ push }) => push.scheduleNotification({ ...reminder(), channelId: 'urgent' }),
    'invalid-argument',
  ],
  [
    'a notification with buttons that nobody made',
    ({ push }) => push.scheduleNotification({ ...reminder(), category: 'order' }),
    'not-found',
  ],
  [
    'more notifications than may be pending',
    ({ push }) => inTurn(21, () => push.scheduleNotification(reminder())),
    'quota-exceeded',
  ],
  ['buttons for no name', ({ push }) => push.createCategory('', ACTIONS), 'invalid-argument'],
  ['no buttons', ({ push }) => push.createCategory('order', []), 'invalid-argument'],
  [
    'five buttons',
    ({ push }) =>
      push.createCategory(
        'order',
        ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, title: id })),
      ),
    'invalid-argument',
  ],
  [
    'a button without a title',
    ({ push }) => push.createCategory('order', [{ id: 'accept', title: '' }]),
    'invalid-argument',
  ],
  [
    'two buttons with one id',
    ({ push }) => push.createCategory('order', [...ACTIONS, ...ACTIONS]),
    'invalid-argument',
  ],
  [
    'more kinds of buttons than it may have',
    ({ push }) => inTurn(11, (index) => push.createCategory(`c${index}`, ACTIONS)),
    'quota-exceeded',
  ],
  ['an event without a name', ({ analytics }) => analytics.screen(''), 'invalid-argument'],
  [
    'an event that is too large',
    ({ analytics }) => analytics.track('bought', { text: 'x'.repeat(20_000) }),
    'invalid-argument',
  ],
  [
    'a value that is too large in bytes, not in letters',
    ({ storage }) => storage.set('key', 'é'.repeat(600_000)),
    'quota-exceeded',
  ],
  ['a link that leads nowhere', ({ links }) => links.open('https://evil.example'), 'not-found'],
];

/** Calls that need a permission. */
const NOT_DECLARED: [permission: Permission, call: (services: HostServices) => unknown][] = [
  ['storage', ({ storage }) => storage.set('key', 1)],
  ['user', ({ auth }) => auth.getToken()],
  ['network', ({ api }) => api.request('GET', '/orders/items')],
  ['push', ({ push }) => push.subscribeToTopic(`miniapp_${APP}_updates`)],
];

async function hostServices(permissions = ALL): Promise<HostServices> {
  const core = createPush({
    platform: createMemoryPlatform({ permission: 'granted', token: 't1' }),
    gateway: createMemoryGateway(),
    router: createDeepLinkRouter(),
  });
  await core.start();
  const push = createHostPush(core);
  const { host, registry, loader } = createTestHost({ push, onOpenLink: () => {} });
  await registry.release(APP, '1.0.0', { permissions });
  await show(host, APP);
  return loader.services.get(APP)!;
}

/** As `miniapp start`, `miniapp check` and the headless host give them. */
function developmentServices(permissions = ALL): HostServices {
  const { services } = createMemoryHost({ appId: APP, push: { hasPermission: true } });
  return guardServices(services, permissions, { isDevelopment: true });
}

/** What a call is refused with; both what throws and what rejects. */
async function refusal(call: () => unknown): Promise<{ code: string; message: string }> {
  try {
    await call();
  } catch (error) {
    const { code, message } = error as { code: string; message: string };
    return { code, message };
  }
  throw new Error('It was not refused.');
}

describe('a host for development is as strict as every other', () => {
  it.each(REFUSED)('about %s', async (_, call, code) => {
    const real = await hostServices();
    const refused = await refusal(() => call(real));
    expect(refused.code).toBe(code);
    expect(await refusal(() => call(developmentServices()))).toEqual(refused);
  });

  it.each(NOT_DECLARED)('about %s, where the manifest does not declare it', async (_, call) => {
    const real = await hostServices([]);
    const refused = await refusal(() => call(real));
    expect(refused.code).toBe('permission-not-declared');
    expect(await refusal(() => call(developmentServices([])))).toEqual(refused);
  });
});
