import type { ConsentState } from '@host/contracts';
import { describe, expect, it } from 'vitest';

import { createMemoryStore } from '../memory/createMemoryStore.ts';
import type { ConsentRecords } from '../ports/ConsentPort.types.ts';
import { createTestHost, settled, show } from '../testing/createTestHost.ts';
import { Consents } from './Consents.ts';

const APP = 'com.acme.orders';
const ADA = { openId: 'ada', name: 'Ada' };
const BOB = { openId: 'bob', name: 'Bob' };

/** What a server would keep for all devices. The later of two answers holds. */
function createRecords(time: { now: number }) {
  const kept = new Map<string, { state: ConsentState; at: number }>();
  const server = {
    isReachable: true,
    kept,
    states: () => Object.fromEntries([...kept].map(([key, { state }]) => [key, state])),
    records: {
      async list(userId) {
        requireReachable();
        return [...kept]
          .filter(([key]) => key.startsWith(`${userId} `))
          .map(([key, { state }]) => {
            const [, appId, permission] = key.split(' ') as [string, string, 'user'];
            return { appId, permission, state };
          });
      },
      async answer(userId, { appId, permission, state }, secondsAgo) {
        requireReachable();
        const key = `${userId} ${appId} ${permission}`;
        const at = time.now - secondsAgo * 1000;
        if ((kept.get(key)?.at ?? 0) <= at) kept.set(key, { state, at });
        return kept.get(key)!.state;
      },
      async forget(userId, appId) {
        requireReachable();
        for (const key of kept.keys()) if (key.startsWith(`${userId} ${appId} `)) kept.delete(key);
      },
    } satisfies ConsentRecords,
  };
  function requireReachable() {
    if (!server.isReachable) throw new Error('offline');
  }
  return server;
}

async function openDevice(server: ReturnType<typeof createRecords>, time: { now: number }) {
  const store = createMemoryStore();
  const ask = { count: 0, agrees: true };
  const bed = createTestHost({
    store,
    now: () => time.now,
    consent: {
      async ask() {
        ask.count++;
        return ask.agrees;
      },
      records: server.records,
    },
  });
  await bed.registry.release(APP, '1.0.0');
  bed.session.signIn(ADA);
  await show(bed.host, APP);
  return { ...bed, store, ask, auth: bed.loader.services.get(APP)!.auth };
}

describe('what a person answers', () => {
  it('follows them to their other devices, and is not asked for there', async () => {
    const time = { now: 1e9 };
    const server = createRecords(time);
    const phone = await openDevice(server, time);
    await phone.auth.requestLogin();
    expect(server.states()).toEqual({ [`ada ${APP} user`]: 'granted' });

    const laptop = await openDevice(server, time);
    await laptop.auth.requestLogin();
    expect(laptop.auth.get().status).toBe('granted');
    expect(laptop.ask.count).toBe(0);

    time.now += 1000;
    await phone.host.permissions.revoke(APP, 'user');
    laptop.auth.subscribe(() => {});
    await show(laptop.host, APP);
    expect(laptop.auth.get().status).toBe('declined');
  });

  it('is looked up before they are asked, also where nothing has been looked up yet', async () => {
    const time = { now: 1e9 };
    const server = createRecords(time);
    const phone = await openDevice(server, time);
    await phone.auth.requestLogin();

    // They have signed in on another device this moment.
    let questions = 0;
    const consents = new Consents(createMemoryStore(), {
      ask: async () => ++questions > 100,
      records: server.records,
    });
    const asked = { appId: APP, appName: 'Orders', userId: 'ada' };
    expect(await consents.ask(asked, 'user')).toBe(true);
    expect(questions).toBe(0);
    server.isReachable = false;
    expect(await consents.ask({ ...asked, userId: 'bob' }, 'user')).toBe(false);
    expect(questions).toBe(1);
  });

  it('without a network is kept and told later, as old as it is then', async () => {
    const time = { now: 1e9 };
    const server = createRecords(time);
    const [phone, laptop] = [await openDevice(server, time), await openDevice(server, time)];
    server.isReachable = false;
    await phone.host.permissions.revoke(APP, 'user');
    expect(server.states()).toEqual({});

    server.isReachable = true;
    time.now += 60_000;
    await laptop.host.permissions.grant(APP, 'user');
    time.now += 60_000;
    await show(phone.host, APP);
    // The answer on the laptop was the later one.
    expect(server.states()).toEqual({ [`ada ${APP} user`]: 'granted' });
    expect(await phone.host.permissions.list(APP)).toContainEqual({
      permission: 'user',
      consent: 'granted',
    });

    server.isReachable = false;
    await phone.host.permissions.revoke(APP, 'user');
    server.isReachable = true;
    time.now += 60_000;
    await show(phone.host, APP);
    expect(server.states()).toEqual({ [`ada ${APP} user`]: 'declined' });
  });

  it('and could not be told before they signed out is told when they are back, by nobody else', async () => {
    const time = { now: 1e9 };
    const server = createRecords(time);
    const phone = await openDevice(server, time);
    await phone.auth.requestLogin();
    time.now += 1000;
    server.isReachable = false;
    await phone.host.permissions.revoke(APP, 'user');
    phone.session.signOut();
    await phone.host.signedOut();
    await settled();
    server.isReachable = true;
    phone.session.signIn(BOB);
    await settled();
    expect(server.states()).toEqual({ [`ada ${APP} user`]: 'granted' });
    phone.session.signIn(ADA);
    await settled();
    expect(server.states()).toEqual({ [`ada ${APP} user`]: 'declined' });
  });

  it('is told before a token is fetched that depends on it', async () => {
    const time = { now: 1e9 };
    const server = createRecords(time);
    const phone = await openDevice(server, time);
    server.isReachable = false;
    await phone.host.permissions.grant(APP, 'user');
    server.isReachable = true;
    phone.session.tokenFor = async () => JSON.stringify(server.states());
    expect(await phone.auth.getToken()).toBe(`{"ada ${APP} user":"granted"}`);
  });

  it('is forgotten everywhere with the mini-app; without a network it is taken back instead', async () => {
    const time = { now: 1e9 };
    const server = createRecords(time);
    const phone = await openDevice(server, time);
    await phone.auth.requestLogin();
    await phone.host.uninstall(APP);
    expect(server.states()).toEqual({});

    const other = await openDevice(server, time);
    await other.auth.requestLogin();
    time.now += 1000;
    server.isReachable = false;
    await other.host.uninstall(APP);
    server.isReachable = true;
    await show(other.host, APP);
    expect(server.states()).toMatchObject({ [`ada ${APP} user`]: 'declined' });
  });
});
