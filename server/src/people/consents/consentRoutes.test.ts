import { type Consent, type ConsentAnswer, LIMITS, PERMISSIONS_THAT_ASK } from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type TestServer, createTestServer, newAppId } from '../../testing/createTestServer.ts';
import { expectProblem } from '../../testing/expectProblem.ts';
import { testEngines } from '../../testing/testEngines.ts';
import { vouchFor } from '../../testing/vouchFor.ts';
import { type NativeSession, personOn, sendAs } from '../testing/personOn.ts';
import { hasConsent } from './hasConsent.ts';

describe.each(testEngines())('what people let mini-apps use ($name)', (engine) => {
  const [orders, chat] = [newAppId(), newAppId()].toSorted() as [string, string];
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer({ engine });
    for (const appId of [orders, chat]) {
      await vouchFor(server, appId, '1.0.0', { permissions: ['user'], release: {} });
    }
  });
  afterAll(() => server.close());

  const answer = (
    session: { accessToken: string } | undefined,
    place: string,
    payload: ConsentAnswer,
  ) => sendAs(server, session, 'PUT', `/v1/consents/${place}`, { payload });
  const list = async (session: { accessToken: string }) => {
    const { items } = (await sendAs(server, session, 'GET', '/v1/consents')).json<{
      items: Consent[];
    }>();
    return items.map(({ appId, permission, state }) => `${appId} ${permission} ${state}`);
  };

  it('is nothing until they answer, then what they answered last, wherever they are signed in', async () => {
    const person = await personOn(server);
    const [phone, laptop] = [await person.signIn(), await person.signIn()];
    const has = () => hasConsent(server.db, person.me.id, orders, 'user');
    expect([await list(phone), await has()]).toEqual([[], false]);

    const granted = await answer(phone, `${orders}/user`, { state: 'granted' });
    expect([granted.statusCode, granted.json()]).toEqual([
      200,
      {
        appId: orders,
        permission: 'user',
        state: 'granted',
        answeredAt: expect.stringMatching(/Z$/),
      },
    ]);
    expect([await list(laptop), await has()]).toEqual([[`${orders} user granted`], true]);

    await answer(laptop, `${orders}/user`, { state: 'declined' });
    expect([await list(phone), await has()]).toEqual([[`${orders} user declined`], false]);
  });

  it('is kept for each person, mini-app and permission', async () => {
    const [ann, ben] = [await personOn(server), await personOn(server)];
    const session = await ann.signIn();
    for (const permission of PERMISSIONS_THAT_ASK) {
      await answer(session, `${orders}/${permission}`, { state: 'granted' });
    }
    await answer(session, `${chat}/push`, { state: 'declined' });
    expect(await list(session)).toEqual([
      ...PERMISSIONS_THAT_ASK.map((each) => `${orders} ${each} granted`).toSorted(),
      `${chat} push declined`,
    ]);
    expect(await list(await ben.signIn())).toEqual([]);
    expect(await hasConsent(server.db, ann.me.id, orders, 'push')).toBe(true);
    expect(await hasConsent(server.db, ann.me.id, chat, 'push')).toBe(false);
    expect(await hasConsent(server.db, ann.me.id, chat, 'user')).toBe(false);
    expect(await hasConsent(server.db, ben.me.id, orders, 'user')).toBe(false);
  });

  it('stays the later answer when an earlier one arrives after it', async () => {
    const session = await (await personOn(server)).signIn();
    await answer(session, `${orders}/user`, { state: 'declined' });
    const late = await answer(session, `${orders}/user`, { state: 'granted', secondsAgo: 60 });
    expect(late.json()).toMatchObject({ state: 'declined' });
    await answer(session, `${chat}/user`, { state: 'granted', secondsAgo: 120 });
    await answer(session, `${chat}/user`, { state: 'declined', secondsAgo: 60 });
    expect(await list(session)).toEqual([`${orders} user declined`, `${chat} user declined`]);
  });

  it('is forgotten for one mini-app, which may ask again', async () => {
    const person = await personOn(server);
    const session = await person.signIn();
    await answer(session, `${orders}/user`, { state: 'granted' });
    await answer(session, `${chat}/user`, { state: 'granted' });
    const forgotten = await sendAs(server, session, 'DELETE', `/v1/consents/${orders}`);
    expect([forgotten.statusCode, forgotten.json()]).toEqual([200, { appId: orders }]);
    expect(await list(session)).toEqual([`${chat} user granted`]);
    expect(await hasConsent(server.db, person.me.id, orders, 'user')).toBe(false);
  });

  it('goes with the account', async () => {
    const [gone, stays] = [await personOn(server), await personOn(server)];
    for (const person of [gone, stays]) {
      await answer(await person.signIn(), `${orders}/user`, { state: 'granted' });
    }
    const payload = { password: gone.password };
    await sendAs(server, await gone.signIn(), 'DELETE', '/v1/me', { payload });
    const sql = 'SELECT person_id FROM consents WHERE person_id IN (?, ?)';
    expect(await server.db.all(sql, gone.me.id, stays.me.id)).toEqual([{ person_id: stays.me.id }]);
  });

  it('is answered by the person alone, to mini-apps that are there, also to a suspended one', async () => {
    const session = await (await personOn(server)).signIn();
    const granted = { state: 'granted' } as const;
    expectProblem(await answer(undefined, `${orders}/user`, granted), 'unauthorized');
    const token = await appTokenOf(session);
    expectProblem(await answer({ accessToken: token }, `${orders}/push`, granted), 'unauthorized');
    expectProblem(await answer(session, `${newAppId()}/user`, granted), 'mini-program-not-found');
    expectProblem(await answer(session, `${orders}/storage`, granted), 'invalid-path');
    expectProblem(await answer(session, `${orders}/user`, {} as ConsentAnswer), 'invalid-body');
    const suspended = newAppId();
    await vouchFor(server, suspended, '1.0.0');
    await server.post(`/v1/admin/mini-programs/${suspended}/suspend`, { reason: 'Review' });
    expect((await answer(session, `${suspended}/user`, { state: 'declined' })).statusCode).toBe(
      200,
    );
  });

  it('is kept for so many mini-apps that nobody fills the disk', async () => {
    const person = await personOn(server);
    const session = await person.signIn();
    await server.db.runMany(
      'INSERT INTO consents (person_id, app_id, permission, state, answered_at) VALUES (?, ?, ?, ?, ?)',
      Array.from({ length: LIMITS.consentsPerPerson }, (_, index) => [
        person.me.id,
        index === 0 ? orders : `com.acme.filled${index}`,
        'user',
        'granted',
        1,
      ]),
    );
    expectProblem(await answer(session, `${chat}/user`, { state: 'granted' }), 'consents-full');
    expect((await answer(session, `${orders}/user`, { state: 'declined' })).statusCode).toBe(200);
  });

  it('is kept for no more mini-apps when many are answered at once', async () => {
    const person = await personOn(server);
    const session = await person.signIn();
    await server.db.runMany(
      'INSERT INTO consents (person_id, app_id, permission, state, answered_at) VALUES (?, ?, ?, ?, ?)',
      Array.from({ length: LIMITS.consentsPerPerson - 1 }, (_, index) => [
        person.me.id,
        `com.acme.filled${index}`,
        'user',
        'granted',
        1,
      ]),
    );
    const answers = await Promise.all(
      [orders, chat].flatMap((appId) =>
        ['user', 'push'].map((permission) =>
          answer(session, `${appId}/${permission}`, { state: 'granted' }),
        ),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  const appTokenOf = async (session: NativeSession) => {
    await answer(session, `${orders}/user`, { state: 'granted' });
    const url = `/v1/mini-programs/${orders}/token`;
    const response = await sendAs(server, session, 'POST', url, { payload: {} });
    return response.json<{ token: string }>().token;
  };
});
