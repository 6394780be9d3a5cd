import { createObservable } from '@host/contracts';
import { createMemoryStore } from '@host/host-runtime/memory';
import { createDeepLinkRouter, createHostPush, createPush } from '@host/push/core';
import { createMemoryGateway, createMemoryPlatform } from '@host/push/memory';
import { describe, expect, it, vi } from 'vitest';

import type { Session, SessionState } from '../session/Session.types.ts';
import { createPushService } from './createPushService.ts';
import { followPerson } from './followPerson.ts';
import { followTopics } from './followTopics.ts';
import { tellPush } from './tellPush.ts';

const TEA = 'com.acme.tea';
/** The timeout of polling assertions. */
const PATIENCE_MS = 15_000;
const NOBODY: SessionState = { status: 'signed-out', person: null };
const signedIn = (id: string): SessionState => ({
  status: 'signed-in',
  person: { id, name: id, emailVerified: false },
});
const tomorrow = () => new Date(Date.now() + 86_400_000);

/** A host on a device without a screen. */
function startHost(given: { permission?: 'granted' | 'denied' } = {}) {
  const platform = createMemoryPlatform({ token: 't1', ...given });
  const gateway = createMemoryGateway();
  const push = createPush({ platform, gateway, router: createDeepLinkRouter() });
  const state = createObservable<SessionState>({ status: 'starting', person: null });
  const service = createPushService({
    describe: async (appId) => ({ name: appId }),
    language: { subscribe: () => () => {} },
    store: createMemoryStore(),
    session: { state } as unknown as Session,
    async startPush(parts) {
      await push.start();
      followPerson(push, platform.storage, parts);
      followTopics(push, parts.rules);
      const miniApps = createHostPush(push);
      return { push, miniApps, shownBy: 'system', sendTest: async () => undefined };
    },
  });
  const topics = () => [...(gateway.topicsOf.get('t1') ?? [])].toSorted();
  const pendingCount = async () => (await push.pending()).length;
  const remind = () => {
    const options = { title: 'Tea', body: 'Ready', scheduledAt: tomorrow() };
    return service.forMiniApps.scheduleNotification(TEA, options);
  };
  return { service, platform, gateway, push, state, topics, pendingCount, remind };
}
type TestHost = ReturnType<typeof startHost>;

const primerShown = ({ service }: TestHost) =>
  vi.waitFor(() => {
    const prompt = service.primer.current.get();
    expect(prompt).toBeDefined();
    return prompt!;
  }, PATIENCE_MS);

describe('the permission', () => {
  it('is asked for after the primer was agreed to, and never before', async () => {
    const host = startHost();
    await expect.poll(() => host.service.state.get().status).toBe('started');
    expect(host.platform.timesAsked()).toBe(0);
    const asking = host.service.turnOn();
    const prompt = await primerShown(host);
    expect(host.platform.timesAsked()).toBe(0);
    prompt.answer(true);
    expect(await asking).toBe(true);
    expect(host.platform.timesAsked()).toBe(1);
    await expect.poll(() => host.topics()).toEqual(['news', 'promotions']);
  });

  it('that was blocked is not asked for at all', async () => {
    const host = startHost({ permission: 'denied' });
    expect(await host.service.turnOn()).toBe(false);
    expect(host.service.primer.current.get()).toBeUndefined();
  });

  it('is offered when a mini-app wants something, without letting it wait, until somebody says "not now"', async () => {
    const host = startHost();
    await host.remind();
    (await primerShown(host)).answer(false);
    await host.service.forMiniApps.subscribeToTopic(`miniapp_${TEA}_updates`);
    expect(host.service.primer.current.get()).toBeUndefined();
    expect(host.platform.timesAsked()).toBe(0);
  });
});

describe('a mini-app', () => {
  const runtime = () => {
    const calls: string[] = [];
    const note = (what: string) => async (appId: string, permission?: string) => {
      calls.push([what, appId, permission].filter(Boolean).join(' '));
    };
    const permissions = { list: async () => [], grant: note('grant'), revoke: note('revoke') };
    const host = { permissions, uninstall: note('uninstall') };
    return { calls, host: host as unknown as Parameters<typeof tellPush>[0] };
  };
  const asked = async (host: TestHost) => {
    await host.service.forMiniApps.subscribeToTopic(`miniapp_${TEA}_updates`);
    await host.remind();
    await expect.poll(() => host.topics()).toContain(`miniapp_${TEA}_updates`);
  };

  it('whose permission is withdrawn has nothing scheduled, no topics, and is not heard', async () => {
    const host = startHost({ permission: 'granted' });
    await asked(host);
    const { calls, host: told } = runtime();
    await tellPush(told, host.service).permissions.revoke(TEA, 'push');
    expect(calls).toEqual([`revoke ${TEA} push`]);
    expect(await host.pendingCount()).toBe(0);
    await expect.poll(() => host.topics()).not.toContain(`miniapp_${TEA}_updates`);
    expect(host.service.rules.get().mutedApps).toEqual([TEA]);

    await tellPush(told, host.service).permissions.grant(TEA, 'push');
    expect(host.service.rules.get().mutedApps).toEqual([]);
  });

  it('that loses another permission may go on notifying', async () => {
    const host = startHost({ permission: 'granted' });
    await asked(host);
    await tellPush(runtime().host, host.service).permissions.revoke(TEA, 'user');
    expect(await host.pendingCount()).toBe(1);
    expect(host.service.rules.get().mutedApps).toEqual([]);
  });

  it('that is removed takes with it what it scheduled', async () => {
    const host = startHost({ permission: 'granted' });
    await asked(host);
    const { calls, host: told } = runtime();
    await tellPush(told, host.service).uninstall(TEA);
    expect(calls).toEqual([`uninstall ${TEA}`]);
    expect(await host.pendingCount()).toBe(0);
    expect(host.service.rules.get().mutedApps).toEqual([]);
  });

  it('is told that there is no push where there is none', async () => {
    const service = createPushService({
      describe: async (appId) => ({ name: appId }),
      language: { subscribe: () => () => {} },
      store: createMemoryStore(),
      session: { state: createObservable(NOBODY) } as unknown as Session,
      startPush: async () => {
        throw new Error('No native part.');
      },
    });
    const { forMiniApps, state } = service;
    await expect(forMiniApps.subscribeToTopic('any')).rejects.toThrow(/no notifications/);
    expect(state.get().status).toBe('unavailable');
    await service.withdrawApp(TEA);
  });
});

describe('whoever is signed in', () => {
  it('has the device: their topic comes and goes with them, and so does what mini-apps did for them', async () => {
    const host = startHost({ permission: 'granted' });
    host.state.set(signedIn('ada'));
    await expect.poll(() => host.topics()).toContain('user_ada');
    await host.remind();
    host.gateway.live()!.onMessage({ id: '1', title: 'Hello Ada', data: {}, isShown: false });
    await expect.poll(() => host.service.unreadCount.get()).toBe(1);

    host.state.set(signedIn('bob'));
    await expect.poll(() => host.topics()).toEqual(['news', 'promotions', 'user_bob']);
    expect(host.service.unreadCount.get()).toBe(0);
    expect(await host.pendingCount()).toBe(0);
  });

  it('is the same after a restart: their center is not emptied', async () => {
    const host = startHost({ permission: 'granted' });
    host.state.set(signedIn('ada'));
    await expect.poll(() => host.topics()).toContain('user_ada');
    host.gateway.live()!.onMessage({ id: '1', title: 'Hello Ada', data: {}, isShown: false });
    await expect.poll(() => host.service.unreadCount.get()).toBe(1);
    const before = host.gateway.registrations.length;
    // A refreshed session emits the same state again.
    host.state.set(signedIn('ada'));
    await new Promise((resolve) => setTimeout(resolve));
    expect(host.service.unreadCount.get()).toBe(1);
    expect(host.gateway.registrations).toHaveLength(before);
  });
});

it('a channel that is turned off ends its topic, and turned on again it is back', async () => {
  const host = startHost({ permission: 'granted' });
  await expect.poll(() => host.topics()).toEqual(['news', 'promotions']);
  await host.service.rules.setChannel('promotions', false);
  await expect.poll(() => host.topics()).toEqual(['news']);
  await host.service.rules.setChannel('promotions', true);
  await expect.poll(() => host.topics()).toEqual(['news', 'promotions']);
});
