import { LIMITS, type Permission } from '@host/contracts';
import { type HostServices, createObservable } from '@host/miniapp-sdk/host';
import { describe, expect, it } from 'vitest';

import type { HostOptions } from '../HostOptions.types.ts';
import type { HostPush } from '../ports/services.types.ts';
import { createTestHost, settled, show } from '../testing/createTestHost.ts';

const APP = 'com.acme.orders';
const OTHER = 'com.acme.promos';
const ADA = { openId: 'ada', name: 'Ada' };
const BOB = { openId: 'bob', name: 'Bob' };

async function open(changes: Partial<HostOptions> = {}) {
  const bed = createTestHost(changes);
  await bed.registry.release(APP, '1.0.0');
  await bed.registry.release(OTHER, '1.0.0');
  await show(bed.host, APP);
  await show(bed.host, OTHER);
  return {
    ...bed,
    mine: bed.loader.services.get(APP)!,
    others: bed.loader.services.get(OTHER)!,
  };
}

const SIGNED_OUT = { user: null, isAuthenticated: false, status: 'signed-out' };
const DECLINED = { user: null, isAuthenticated: false, status: 'declined' };
const NOT_ASKED = { user: null, isAuthenticated: false, status: 'not-asked' };

/** Looks at who is signed in as a hook does: it subscribes first. */
async function look({ auth }: HostServices) {
  auth.subscribe(() => {});
  await settled();
  return auth.get();
}

describe('storage', () => {
  it('is kept apart by mini-app and by person', async () => {
    const { mine, others, session } = await open();
    session.signIn(ADA);
    await mine.storage.set('key', { of: 'ada' });
    expect(await others.storage.get('key')).toBeUndefined();
    session.signIn(BOB);
    await settled();
    expect(await mine.storage.keys()).toEqual([]);
  });

  it('Logout wipes what mini-apps stored for that user', async () => {
    const { mine, others, session, host, store } = await open();
    session.signIn(ADA);
    await mine.storage.set('key', 1);
    await others.storage.set('key', 2);
    await mine.auth.requestLogin();
    session.signOut();
    await host.signedOut();
    await settled();
    expect((await store.keys('')).filter((key) => key.includes('ada'))).toEqual([]);
    session.signIn(ADA);
    expect(await mine.storage.get('key')).toBeUndefined();
    expect(await look(mine)).toEqual(NOT_ASKED);
  });

  it('a logout that the host did not announce wipes, too', async () => {
    const { mine, session, store } = await open();
    session.signIn(ADA);
    await mine.storage.set('key', 1);
    session.signOut();
    await settled();
    expect((await store.keys('data/')).filter((key) => key.includes('ada'))).toEqual([]);
  });

  it('refuses a value over 1 MB, more than 10 MB in all, and what JSON cannot express', async () => {
    const { mine } = await open();
    const megabyte = 'x'.repeat(LIMITS.storageValueBytes - 2);
    const set = (key: string, value: unknown) => mine.storage.set(key, value);
    await expect(set('big', `${megabyte}x`)).rejects.toMatchObject({ code: 'quota-exceeded' });
    await expect(set('wide', 'é'.repeat(LIMITS.storageValueBytes / 2))).rejects.toMatchObject({
      code: 'quota-exceeded',
    });
    for (let index = 0; index < 9; index++) await set(`part ${index}`, megabyte);
    await expect(set('one too many', megabyte)).rejects.toMatchObject({ code: 'quota-exceeded' });
    await set('part 0', 'small');
    await set('one more', megabyte);
    await expect(set('function', () => 1)).rejects.toMatchObject({ code: 'invalid-argument' });
  });

  it('counts what is there, also after many writes at once', async () => {
    const { mine, host } = await open();
    await Promise.all(Array.from({ length: 20 }, (_, index) => mine.storage.set(`k${index}`, 1)));
    expect((await mine.storage.info()).usedBytes).toBe((await host.storageInfo(APP)).usedBytes);
    await Promise.all((await mine.storage.keys()).map((key) => mine.storage.remove(key)));
    expect((await mine.storage.info()).usedBytes).toBe(0);
    await mine.storage.set('a', 1);
    await host.clearStorage(APP);
    expect(await mine.storage.keys()).toEqual([]);
  });

  it('a key with a slash or a name of the language is a key like any other', async () => {
    const { mine, others } = await open();
    for (const key of ['../x', '__proto__', 'constructor', 'a/b', '']) {
      await mine.storage.set(key, key);
      expect(await mine.storage.get(key)).toBe(key);
    }
    expect(await others.storage.keys()).toEqual([]);
  });
});

describe('the person', () => {
  it('is asked once, when the mini-app asks, and is known by another id in every mini-app', async () => {
    const { mine, others, session, asked } = await open();
    expect(await look(mine)).toEqual(SIGNED_OUT);
    session.signIn(ADA);
    expect(await look(mine)).toEqual(NOT_ASKED);
    expect(asked).toEqual([]);
    await Promise.all([mine.auth.requestLogin(), mine.auth.requestLogin()]);
    const first = await look(mine);
    expect(first).toEqual({
      user: { name: 'Ada', openId: `ada for ${APP}` },
      isAuthenticated: true,
      status: 'granted',
    });
    await others.auth.getToken();
    expect((await look(others)).user!.openId).not.toBe(first.user!.openId);
    expect(asked.map(({ appId, permission }) => `${appId} ${permission}`)).toEqual([
      `${APP} user`,
      `${OTHER} user`,
    ]);
  });

  it('is told which mini-app asks by the version that runs, also after another was released', async () => {
    const { host, registry, loader, session, asked } = createTestHost();
    const [acme, bank] = [
      { id: 'acme', name: 'Acme' },
      { id: 'bank', name: 'Your bank' },
    ];
    await registry.release(APP, '1.0.0', { name: 'Orders', publisher: acme });
    await show(host, APP);
    await registry.release(APP, '2.0.0', { name: 'Your bank', publisher: bank });
    session.signIn(ADA);
    await loader.services.get(APP)!.auth.requestLogin();
    expect(asked).toMatchObject([{ appId: APP, appName: 'Orders', publisher: acme }]);
  });

  it('can decline: then the mini-app knows that, nobody is known to it, and it is not asked again', async () => {
    const { mine, session, asked, answers } = await open();
    answers.consent = false;
    session.signIn(ADA);
    await expect(mine.auth.requestLogin()).rejects.toMatchObject({ code: 'permission-denied' });
    expect(await look(mine)).toEqual(DECLINED);
    await expect(mine.auth.requestLogin()).rejects.toMatchObject({ code: 'permission-denied' });
    await expect(mine.auth.getToken()).rejects.toMatchObject({ code: 'permission-denied' });
    expect(asked).toHaveLength(1);
  });

  it('who declined is asked again after touching something, not at once, and three times a day', async () => {
    let now = 0;
    let isTouched = true;
    let agrees = false;
    let questions = 0;
    const { mine, session } = await open({
      now: () => now,
      consent: {
        async ask() {
          questions++;
          return agrees;
        },
        followsTap: () => isTouched,
      },
    });
    const tryLogin = async () => {
      await mine.auth.requestLogin().catch(() => {});
      return questions;
    };
    session.signIn(ADA);
    expect(await tryLogin()).toBe(1);
    // The touch was the refusal itself.
    now += 5000;
    expect(await tryLogin()).toBe(1);
    now += 60_000;
    isTouched = false;
    expect(await tryLogin()).toBe(1);
    await mine.auth.getToken().catch(() => {});
    expect(questions).toBe(1);
    isTouched = true;
    expect(await tryLogin()).toBe(2);
    now += 60_000;
    expect(await tryLogin()).toBe(3);
    now += 60_000;
    expect(await tryLogin()).toBe(3);
    now += 24 * 60 * 60 * 1000;
    agrees = true;
    expect(await tryLogin()).toBe(4);
    expect((await look(mine)).status).toBe('granted');
  });

  it('who does not want to sign in is not asked by every call either', async () => {
    let logins = 0;
    let isTouched = true;
    const bed = createTestHost();
    const { mine, asked } = await open({
      session: {
        ...bed.session,
        async requestLogin() {
          logins++;
          throw new Error('closed');
        },
      },
      consent: { ask: async () => true, followsTap: () => isTouched },
    });
    await expect(mine.auth.requestLogin()).rejects.toThrow('closed');
    isTouched = false;
    const refused = { code: 'permission-denied' };
    await expect(mine.auth.requestLogin()).rejects.toMatchObject(refused);
    isTouched = true;
    await expect(mine.auth.requestLogin()).rejects.toMatchObject(refused);
    expect([logins, asked]).toEqual([1, []]);
  });

  it('can revoke it and grant it again in the host', async () => {
    const { mine, session, host } = await open();
    session.signIn(ADA);
    await mine.auth.requestLogin();
    expect((await look(mine)).isAuthenticated).toBe(true);
    await host.permissions.revoke(APP, 'user');
    await settled();
    expect(mine.auth.get()).toEqual(DECLINED);
    expect(await host.permissions.list(APP)).toEqual([
      { permission: 'user', consent: 'declined' },
      { permission: 'push', consent: 'not-asked' },
    ]);
    await host.permissions.grant(APP, 'user');
    await settled();
    expect(mine.auth.get().isAuthenticated).toBe(true);
  });

  it('signs in when the mini-app asks for it, and gets a token of that mini-app', async () => {
    const { mine, session } = await open();
    expect((await look(mine)).isAuthenticated).toBe(false);
    await expect(mine.auth.getToken()).rejects.toMatchObject({ code: 'not-authenticated' });
    await mine.auth.requestLogin();
    expect(mine.auth.get().user).toMatchObject({ name: 'Ada' });
    expect(await mine.auth.getToken()).toBe(`token of ada for ${APP}`);
    session.signOut();
    await settled();
    expect(mine.auth.get()).toEqual(SIGNED_OUT);
  });

  it('who agreed stays so while the host cannot find out who they are', async () => {
    const { mine, session } = await open();
    session.signIn(ADA);
    await mine.auth.requestLogin();
    const away = () => Promise.reject(new Error('offline'));
    const reached = { userFor: session.userFor.bind(session) };
    session.userFor = away;
    session.signOut();
    session.signIn(BOB);
    await mine.auth.requestLogin();
    expect(mine.auth.get()).toEqual({ user: null, isAuthenticated: false, status: 'granted' });
    Object.assign(session, reached);
    await mine.auth.requestLogin();
    expect(mine.auth.get().user).toMatchObject({ name: 'Bob' });
  });
});

describe('a call of a mini-app', () => {
  const call = async ({ api }: HostServices, calls: { token?: string }[]) => {
    await api.request('GET', '/orders/items');
    return calls.at(-1)!.token;
  };

  it('names the person only once they agreed, and no longer than they do', async () => {
    const { mine, session, calls, host, answers, asked } = await open();
    expect(await call(mine, calls)).toBeUndefined();
    session.signIn(ADA);
    expect(await call(mine, calls)).toBeUndefined();
    expect(asked).toEqual([]);
    answers.consent = false;
    await mine.auth.requestLogin().catch(() => {});
    expect(await call(mine, calls)).toBeUndefined();
    await host.permissions.grant(APP, 'user');
    expect(await call(mine, calls)).toBe(`token of ada for ${APP}`);
    await host.permissions.revoke(APP, 'user');
    expect(await call(mine, calls)).toBeUndefined();
    await host.permissions.grant(APP, 'user');
    session.signOut();
    expect(await call(mine, calls)).toBeUndefined();
  });

  it('names nobody when the mini-app does not declare user, whatever was answered', async () => {
    const bed = createTestHost();
    await bed.registry.release(APP, '1.0.0', { permissions: ['network'] });
    await show(bed.host, APP);
    bed.session.signIn(ADA);
    await bed.host.permissions.grant(APP, 'user');
    expect(await call(bed.loader.services.get(APP)!, bed.calls)).toBeUndefined();
  });

  it('goes on without a name when consent was taken back elsewhere, and the mini-app hears of it', async () => {
    const { mine, session, calls } = await open();
    session.signIn(ADA);
    await mine.auth.requestLogin();
    await look(mine);
    const refusal = Object.assign(new Error('no consent'), { code: 'consent-missing' });
    session.tokenFor = () => Promise.reject(refusal);
    session.userFor = () => Promise.reject(refusal);
    expect(await call(mine, calls)).toBeUndefined();
    await settled();
    expect(mine.auth.get()).toEqual(NOT_ASKED);
  });
});

describe('the e-mail address', () => {
  const EMAIL = { email: 'ada@example.com' };
  const withPermissions = async (...permissions: Permission[]) => {
    const bed = createTestHost();
    await bed.registry.release(APP, '1.0.0', { permissions });
    await show(bed.host, APP);
    return { ...bed, mine: bed.loader.services.get(APP)! };
  };

  const known = async (services: HostServices) => {
    await services.auth.requestLogin().catch(() => {});
    return look(services);
  };

  it('is not given to a mini-app that did not declare it, and nobody is asked', async () => {
    const { mine, session, asked } = await withPermissions('user');
    session.signIn({ ...ADA, ...EMAIL });
    expect((await known(mine)).user).toEqual({ openId: `ada for ${APP}`, name: 'Ada' });
    expect(asked.map(({ permission }) => permission)).toEqual(['user']);
  });

  it('is asked for by name, after the person themselves', async () => {
    const { mine, session, asked } = await withPermissions('user', 'email');
    session.signIn({ ...ADA, ...EMAIL });
    expect((await known(mine)).user).toMatchObject(EMAIL);
    expect(asked.map(({ permission }) => permission)).toEqual(['user', 'email']);
  });

  it('can be declined and taken back: the person stays known without it', async () => {
    const { mine, session, host, asked, answer } = await withPermissions('user', 'email');
    answer('email', false);
    session.signIn({ ...ADA, ...EMAIL });
    expect((await known(mine)).user).toEqual({ openId: `ada for ${APP}`, name: 'Ada' });
    expect((await known(mine)).isAuthenticated).toBe(true);
    expect(asked).toHaveLength(2);
    await host.permissions.grant(APP, 'email');
    await settled();
    expect(mine.auth.get().user).toMatchObject(EMAIL);
    await host.permissions.revoke(APP, 'email');
    await settled();
    expect(mine.auth.get().user).toEqual({ openId: `ada for ${APP}`, name: 'Ada' });
  });

  it('is not asked for where the person has no verified one', async () => {
    const { mine, session, asked } = await withPermissions('user', 'email');
    session.signIn(ADA);
    expect((await known(mine)).isAuthenticated).toBe(true);
    expect(asked.map(({ permission }) => permission)).toEqual(['user']);
  });

  it('is not asked for where the person does not want to be known', async () => {
    const { mine, session, asked, answer } = await withPermissions('user', 'email');
    answer('user', false);
    session.signIn({ ...ADA, ...EMAIL });
    expect((await known(mine)).user).toBeNull();
    expect(asked.map(({ permission }) => permission)).toEqual(['user']);
  });
});

describe('the api', () => {
  it('reaches the paths of the mini-app', async () => {
    const { mine, calls, answers } = await open();
    answers.api = { status: 200, body: [{ id: '1' }] };
    expect(await mine.api.request('GET', '/orders/items?limit=2')).toEqual([{ id: '1' }]);
    expect(calls[0]).toMatchObject({ appId: APP, method: 'GET', path: '/orders/items?limit=2' });
  });

  it.each([
    '/promos/items',
    '/v1/admin/mini-programs',
    '/orders/../v1/admin/tokens',
    '/orders/%2e%2e/v1/admin/tokens',
    '/orders/..%2fv1',
    '/ordersx',
    '//evil.example/orders/items',
    'https://evil.example/orders/items',
    'orders/items',
    '/orders\\..\\v1',
    '/\torders/items',
  ])('does not call %s, which is not below the path of the mini-app', async (path) => {
    const { mine, calls } = await open();
    await expect(mine.api.request('GET', path)).rejects.toMatchObject({ code: 'path-not-allowed' });
    expect(calls).toEqual([]);
  });

  it.each([
    [404, 'not-found', false],
    [401, 'not-authenticated', false],
    [422, 'http-error', false],
    [503, 'http-error', true],
  ])('an answer of %i is a HostError %s', async (status, code, retryable) => {
    const { mine, answers } = await open();
    answers.api = { status, body: { detail: 'why' } };
    await expect(mine.api.request('POST', '/orders/items', {})).rejects.toMatchObject({
      code,
      status,
      retryable,
      message: 'why',
    });
  });

  it('a back end that hangs is a time-out, one that is away is offline', async () => {
    const slow = await open({
      limits: { apiMs: 20 },
      api: { request: () => new Promise(() => {}) },
    });
    await expect(slow.mine.api.request('GET', '/orders/items')).rejects.toMatchObject({
      code: 'timeout',
      retryable: true,
    });
    const away = await open({ api: { request: () => Promise.reject(new TypeError('failed')) } });
    await expect(away.mine.api.request('GET', '/orders/items')).rejects.toMatchObject({
      code: 'offline',
    });
  });
});

describe('push', () => {
  function memoryPush() {
    const log: string[] = [];
    const permission = createObservable({ hasPermission: false });
    const push: HostPush = {
      permission,
      async requestPermission() {
        permission.set({ hasPermission: true });
        return true;
      },
      async subscribeToTopic(topic) {
        log.push(`subscribe ${topic}`);
      },
      async unsubscribeFromTopic(topic) {
        log.push(`unsubscribe ${topic}`);
      },
      async scheduleNotification(appId, { title }) {
        log.push(`schedule ${appId} ${title}`);
        return `id of ${title}`;
      },
      async cancelNotification(id) {
        log.push(`cancel ${id}`);
      },
      async createCategory(appId, id, actions) {
        log.push(`category ${appId} ${id} ${actions.map((action) => action.id).join()}`);
      },
    };
    return { push, log };
  }
  const REMINDER = { title: 'Ready', body: 'Come', scheduledAt: new Date(2e12) };

  it('has categories with actions of its own, where the host shows buttons', async () => {
    const { push, log } = memoryPush();
    const { mine } = await open({ push });
    const actions = [{ id: 'accept', title: 'Accept' }];
    await mine.push.createCategory('order', actions);
    expect(log).toEqual([`category ${APP} order accept`]);
    await expect(mine.push.createCategory('order', [])).rejects.toMatchObject({
      code: 'invalid-argument',
    });

    const plain = { ...push };
    delete plain.createCategory;
    const elsewhere = await open({ push: plain });
    await expect(elsewhere.mine.push.createCategory('order', actions)).rejects.toMatchObject({
      code: 'unavailable',
    });
  });

  it('needs the consent of the person, and that of the system', async () => {
    const { push, log } = memoryPush();
    const { mine, asked } = await open({ push });
    expect(mine.push.permission.get()).toEqual({ hasPermission: false });
    expect(await mine.push.requestPermission()).toBe(true);
    expect(mine.push.permission.get()).toEqual({ hasPermission: true });
    await mine.push.subscribeToTopic(`miniapp_${APP}_updates`);
    expect(asked).toHaveLength(1);
    expect(log).toEqual([`subscribe miniapp_${APP}_updates`]);
  });

  it('is refused when the person declined', async () => {
    const { push, log } = memoryPush();
    const { mine, answers } = await open({ push });
    answers.consent = false;
    expect(await mine.push.requestPermission()).toBe(false);
    await expect(mine.push.scheduleNotification(REMINDER)).rejects.toMatchObject({
      code: 'permission-denied',
    });
    expect(log).toEqual([]);
  });

  it('reaches topics of the mini-app alone', async () => {
    const { push, log } = memoryPush();
    const { mine } = await open({ push });
    for (const topic of ['news', `miniapp_${OTHER}_updates`, `miniapp_${APP}s_x`, 'user_1']) {
      await expect(mine.push.subscribeToTopic(topic)).rejects.toMatchObject({
        code: 'path-not-allowed',
      });
    }
    expect(log).toEqual([]);
  });

  it('notifications carry the mini-app that they are from, and no other can cancel them', async () => {
    const { push, log } = memoryPush();
    const { mine, others } = await open({ push });
    const id = await mine.push.scheduleNotification(REMINDER);
    await others.push.cancelNotification(id);
    await mine.push.cancelNotification(id);
    await mine.push.cancelNotification(id);
    expect(log).toEqual([`schedule ${APP} Ready`, `cancel ${id}`]);
    await expect(
      mine.push.scheduleNotification({ ...REMINDER, scheduledAt: 5 }),
    ).rejects.toMatchObject({ code: 'invalid-argument' });
  });
});

describe('analytics', () => {
  it('carries the mini-app and its version, and cannot be changed afterwards', async () => {
    const { mine, events } = await open();
    const properties = { a: 1 };
    mine.analytics.screen('home');
    mine.analytics.track('pressed', properties);
    properties.a = 2;
    expect(events).toEqual([
      { appId: APP, version: '1.0.0', kind: 'screen', name: 'home', properties: {} },
      { appId: APP, version: '1.0.0', kind: 'track', name: 'pressed', properties: { a: 1 } },
    ]);
    expect(() => mine.analytics.track('x', { big: 'x'.repeat(20_000) })).toThrow('16 KB');
  });
});

describe('a permission that was not declared', () => {
  const openWithout = async (isDevelopment: boolean) => {
    const bed = createTestHost({ isDevelopment });
    await bed.registry.release(APP, '1.0.0', { permissions: [] });
    bed.session.signIn(ADA);
    await show(bed.host, APP);
    return { ...bed, services: bed.loader.services.get(APP)! };
  };

  it('is refused on the side of the host, without a crash for whoever uses it', async () => {
    const { services, host, events } = await openWithout(false);
    await host.permissions.grant(APP, 'user');
    await expect(services.storage.set('a', 1)).rejects.toMatchObject({
      code: 'permission-not-declared',
    });
    await expect(services.auth.getToken()).rejects.toMatchObject({
      code: 'permission-not-declared',
    });
    expect(await look(services)).toEqual(SIGNED_OUT);
    services.analytics.screen('x');
    expect(events).toEqual([]);
  });

  it('throws where it is used while somebody works on the mini-app', async () => {
    const { services } = await openWithout(true);
    expect(() => services.auth.get()).toThrow('"permissions": ["user"]');
    expect(() => services.analytics.screen('x')).toThrow('"permissions": ["analytics"]');
  });
});
