import type { AppToken } from '@host/contracts';
import { createLocalJWKSet, createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type TestServer, createTestServer, newAppId } from '../../testing/createTestServer.ts';
import { expectProblem } from '../../testing/expectProblem.ts';
import { testEngines } from '../../testing/testEngines.ts';
import { vouchFor } from '../../testing/vouchFor.ts';
import { answerAs } from '../testing/answerAs.ts';
import { personOn, sendAs } from '../testing/personOn.ts';

const KNOWS_PEOPLE = { permissions: ['user'], release: {} } satisfies Parameters<
  typeof vouchFor
>[3];

describe.each(testEngines())('the token of a mini-app ($name)', (engine) => {
  const [orders, chat] = [newAppId(), newAppId()];
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer({ engine });
    for (const appId of [orders, chat]) await vouchFor(server, appId, '1.0.0', KNOWS_PEOPLE);
  });
  afterAll(() => server.close());
  const ask = (session: { accessToken: string } | undefined, appId: string) =>
    sendAs(server, session, 'POST', `/v1/mini-programs/${appId}/token`);
  const tokenFor = async (session: { accessToken: string }, appId: string) => {
    await answerAs(server, session, appId, 'granted');
    const response = await ask(session, appId);
    expect(response.statusCode, response.body).toBe(200);
    return response.json<AppToken>();
  };

  it('is verified by its back end with nothing but the well-known addresses', async () => {
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as { port: number };
    const session = await (await personOn(server, 'Ann')).signIn();
    const { token, expiresIn, user } = await tokenFor(session, orders);

    const at = `http://127.0.0.1:${port}/.well-known`;
    const discovery = (await (await fetch(`${at}/openid-configuration`)).json()) as {
      issuer: string;
      jwks_uri: string;
    };
    expect(discovery).toMatchObject({
      issuer: 'http://localhost:8080',
      jwks_uri: 'http://localhost:8080/.well-known/jwks.json',
      subject_types_supported: ['pairwise'],
    });
    const keys = createRemoteJWKSet(new URL(`${at}/jwks.json`));
    const { payload } = await jwtVerify(token, keys, {
      issuer: discovery.issuer,
      audience: orders,
      algorithms: ['ES256'],
    });
    expect(payload.sub).toBe(user.openId);
    expect(payload.exp! - payload.iat!).toBe(expiresIn);
    expect(expiresIn).toBe(300);
    await expect(jwtVerify(token, keys, { audience: chat })).rejects.toThrow('aud');
  });

  it('names the person otherwise in every mini-app, and always the same in one', async () => {
    const person = await personOn(server, 'Ann');
    const [first, second] = [await person.signIn(), await person.signIn()];
    const inOrders = await tokenFor(first, orders);
    expect((await tokenFor(second, orders)).user).toEqual(inOrders.user);
    const inChat = await tokenFor(first, chat);
    expect(inChat.user.openId).not.toBe(inOrders.user.openId);
    const somebody = await tokenFor(await (await personOn(server)).signIn(), orders);
    expect(somebody.user.openId).not.toBe(inOrders.user.openId);
    expect(inOrders.user).toEqual({
      openId: expect.stringMatching(/^[\w-]{43}$/),
      name: 'Ann',
    });
  });

  it('comes with the e-mail address only where it is verified, declared and agreed to', async () => {
    const [withEmail, without] = [newAppId(), newAppId()];
    const release = { percentage: 100 };
    await vouchFor(server, withEmail, '1.0.0', { permissions: ['user', 'email'], release });
    await vouchFor(server, without, '1.0.0', { permissions: ['user'], release });
    const person = await personOn(server);
    const session = await person.signIn();
    const answer = (appId: string, permission: string, state: 'granted' | 'declined') =>
      sendAs(server, session, 'PUT', `/v1/consents/${appId}/${permission}`, { payload: { state } });
    const emailIn = async (appId: string) => (await tokenFor(session, appId)).user.email;
    const verify = (at: number | null) =>
      server.db.run('UPDATE accounts SET email_verified_at = ? WHERE id = ?', at, person.me.id);
    for (const appId of [withEmail, without]) {
      await answer(appId, 'user', 'granted');
      await answer(appId, 'email', 'granted');
    }

    expect([await emailIn(withEmail), await emailIn(without)]).toEqual([undefined, undefined]);
    await verify(Date.now());
    expect([await emailIn(withEmail), await emailIn(without)]).toEqual([person.email, undefined]);
    await answer(withEmail, 'email', 'declined');
    expect(await emailIn(withEmail)).toBeUndefined();
    await answer(withEmail, 'email', 'granted');
    expect(await emailIn(withEmail)).toBe(person.email);
    await vouchFor(server, withEmail, '0.9.0', { permissions: ['user'], release });
    await server.post(`/v1/admin/mini-programs/${withEmail}/versions/1.0.0/pause`, {
      reason: 'Review',
    });
    expect(await emailIn(withEmail)).toBeUndefined();
  });

  it('says nothing of the address to a back end', async () => {
    const person = await personOn(server);
    const { token } = await tokenFor(await person.signIn(), orders);
    expect(Object.keys(decodeJwt(token))).not.toContain('email');
    expectProblem(await server.send('GET', '/v1/me', { token }), 'unauthorized');
  });

  it('holds nothing by which two mini-apps could find out that it is one person', async () => {
    const person = await personOn(server);
    const session = await person.signIn();
    const [inOrders, inChat] = [await tokenFor(session, orders), await tokenFor(session, chat)];
    const claims = [inOrders, inChat].map(({ token }) => decodeJwt(token));
    expect(Object.keys(claims[0]!).toSorted()).toEqual(['aud', 'exp', 'iat', 'iss', 'ref', 'sub']);
    expect(claims[0]!['ref']).not.toBe(claims[1]!['ref']);
    for (const text of [JSON.stringify(claims), JSON.stringify([inOrders.user, inChat.user])]) {
      expect(text).not.toContain(person.me.id);
      expect(text).not.toContain(session.sessionId);
    }
  });

  it('is given for mini-apps that are there and not suspended', async () => {
    const session = await (await personOn(server)).signIn();
    const suspended = newAppId();
    await vouchFor(server, suspended, '1.0.0', KNOWS_PEOPLE);
    await tokenFor(session, suspended);
    await server.post(`/v1/admin/mini-programs/${suspended}/suspend`, { reason: 'Review' });
    expectProblem(await ask(session, suspended), 'mini-program-suspended');
    expectProblem(await ask(session, newAppId()), 'mini-program-not-found');
    expectProblem(await ask(session, 'orders'), 'invalid-path');
    expectProblem(await ask(undefined, orders), 'unauthorized');
  });

  it('is given only once the person agrees, and no longer than they do', async () => {
    const person = await personOn(server);
    const session = await person.signIn();
    expectProblem(await ask(session, orders), 'consent-missing');
    await answerAs(server, session, chat, 'granted');
    await answerAs(server, session, orders, 'granted', 'push');
    await answerAs(server, await (await personOn(server)).signIn(), orders, 'granted');
    const refused = await ask(session, orders);
    expectProblem(refused, 'consent-missing');
    expect(refused.body).not.toContain((await tokenFor(session, chat)).user.openId);

    await tokenFor(session, orders);
    await answerAs(server, session, orders, 'declined');
    expectProblem(await ask(session, orders), 'consent-missing');
    await tokenFor(session, orders);
    await sendAs(server, session, 'DELETE', `/v1/consents/${orders}`);
    expectProblem(await ask(session, orders), 'consent-missing');
  });

  it('is given only while a released version declares the permission user', async () => {
    const session = await (await personOn(server)).signIn();
    const appId = newAppId();
    const at = `/v1/admin/mini-programs/${appId}/versions`;
    await vouchFor(server, appId, '1.0.0', { permissions: ['network'], release: {} });
    // Registered, but no host is given it.
    await vouchFor(server, appId, '1.1.0', { permissions: ['network', 'user'] });
    await answerAs(server, session, appId, 'granted');
    expectProblem(await ask(session, appId), 'permission-not-declared');
    await server.post(`${at}/1.1.0/release`, {});
    expect((await ask(session, appId)).statusCode).toBe(200);
    await server.post(`${at}/1.1.0/withdraw`, { reason: 'Broken' });
    expectProblem(await ask(session, appId), 'permission-not-declared');
  });

  it('is no session, and a session is no token of a mini-app', async () => {
    const session = await (await personOn(server)).signIn();
    const { token } = await tokenFor(session, orders);
    for (const [method, url] of [
      ['GET', '/v1/me'],
      ['DELETE', '/v1/sessions/current'],
      ['POST', `/v1/mini-programs/${chat}/token`],
    ] as const) {
      expectProblem(await sendAs(server, { accessToken: token }, method, url), 'unauthorized');
    }
    const keys = createLocalJWKSet((await server.send('GET', '/.well-known/jwks.json')).json());
    await expect(
      jwtVerify(session.accessToken, keys, { audience: orders, typ: 'JWT' }),
    ).rejects.toThrow('"typ"');
  });

  it('is signed with keys that may be kept for a while', async () => {
    for (const path of ['jwks.json', 'openid-configuration']) {
      const { headers } = await server.send('GET', `/.well-known/${path}`, { token: undefined });
      expect(headers['cache-control']).toBe('public, max-age=900');
      expect(headers['access-control-allow-origin']).toBe('*');
    }
  });
});
