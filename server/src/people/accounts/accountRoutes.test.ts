import { randomUUID } from 'node:crypto';

import { LIMITS, type Me, type SessionList } from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type TestServer, createTestServer } from '../../testing/createTestServer.ts';
import { dumpDatabase } from '../../testing/dumpDatabase.ts';
import { expectProblem } from '../../testing/expectProblem.ts';
import { testEngines } from '../../testing/testEngines.ts';
import { personOn, sendAs } from '../testing/personOn.ts';

const newEmail = () => `${randomUUID()}@example.com`;
const account = { password: 'correct horse battery staple', name: 'Ann' };

describe.each(testEngines())('accounts ($name)', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer({ engine });
  });
  afterAll(() => server.close());
  const make = (payload: object) => sendAs(server, undefined, 'POST', '/v1/accounts', { payload });
  const signIn = (email: string, password: string) =>
    sendAs(server, undefined, 'POST', '/v1/sessions', { payload: { email, password } });

  it('are made with 201, and their person can sign in', async () => {
    const email = newEmail();
    const response = await make({ ...account, email, locale: 'en-GB' });
    expect(response.statusCode, response.body).toBe(201);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.json()).toEqual({
      id: expect.any(String),
      name: 'Ann',
      email,
      emailVerified: false,
      locale: 'en-GB',
    });
    expect((await signIn(email, account.password)).statusCode).toBe(201);
  });

  it('are answered again with 200 when the same is sent again, and are one', async () => {
    const email = newEmail();
    const first = await make({ ...account, email });
    const again = await make({ ...account, email });
    expect([first.statusCode, again.statusCode]).toEqual([201, 200]);
    expect(again.json()).toEqual(first.json());
  });

  it('have an address of their own, whatever its case, and say so with 409', async () => {
    const email = newEmail();
    await make({ ...account, email });
    const others = { ...account, password: 'somebody else chose this' };
    expectProblem(await make({ ...others, email }), 'email-taken');
    expectProblem(await make({ ...others, email: email.toUpperCase() }), 'email-taken');
    expect((await signIn(email.toUpperCase(), account.password)).statusCode).toBe(201);
  });

  it('are made once when ten people ask for one address at the same time', async () => {
    const email = newEmail();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => make({ ...account, email, name: `Ann ${index}` })),
    );
    const withStatus = (status: number) =>
      answers.filter(({ statusCode }) => statusCode === status).length;
    expect([withStatus(201), withStatus(409)]).toEqual([1, 9]);
  });

  it.each([
    ['no e-mail address', { ...account }],
    ['an address without @', { ...account, email: 'ann.example.com' }],
    ['an address with a line break', { ...account, email: 'ann\n@example.com' }],
    ['an address that is too long', { ...account, email: `ann@${'e'.repeat(251)}` }],
    ['a short password', { ...account, email: newEmail(), password: 'seven77' }],
    ['a password that is too long', { ...account, email: newEmail(), password: 'p'.repeat(257) }],
    ['a blank name', { ...account, email: newEmail(), name: ' ' }],
    ['a locale that is none', { ...account, email: newEmail(), locale: '../etc' }],
    ['a field too many', { ...account, email: newEmail(), admin: true }],
  ])('are refused with 422 for %s', async (_what, payload) => {
    expectProblem(await make(payload), 'invalid-body');
  });

  it('take a password in any of the forms in which it can be typed', async () => {
    const email = newEmail();
    const composed = 'café au lait';
    const decomposed = composed.normalize('NFD');
    expect(decomposed).not.toBe(composed);
    await make({ ...account, email, password: composed });
    expect((await signIn(email, decomposed)).statusCode).toBe(201);
  });

  it('leave no password in the database', async () => {
    const person = await personOn(server);
    const session = await person.signIn();
    const everything = JSON.stringify(await dumpDatabase(server.db));
    expect(everything).toContain(person.email);
    for (const secret of [
      person.password,
      session.refreshToken,
      session.refreshToken.slice(-43),
      session.accessToken,
    ]) {
      expect(everything).not.toContain(secret);
    }
  });

  it('have their password hashed anew at the cost of today when it is next used', async () => {
    const person = await personOn(server);
    const hashOf = async () =>
      (await server.db.get<{ password_hash: string }>(
        'SELECT password_hash FROM accounts WHERE id = ?',
        person.me.id,
      ))!.password_hash;
    const { db } = server;
    const dearer = await createTestServer({
      db,
      people: { passwordCost: { logN: 5, r: 8, p: 1 } },
    });
    const payload = { email: person.email, password: person.password };
    expect(await hashOf()).toMatch(/^\$scrypt\$ln=4,/);
    const answer = await sendAs(dearer, undefined, 'POST', '/v1/sessions', { payload });
    expect(answer.statusCode, answer.body).toBe(201);
    expect(await hashOf()).toMatch(/^\$scrypt\$ln=5,/);
    expect((await signIn(person.email, person.password)).statusCode).toBe(201);
    await dearer.close();
  });

  it('are read and changed by their person; null takes away, and nothing else changes', async () => {
    const person = await personOn(server);
    const session = await person.signIn();
    const change = (payload: object) => sendAs(server, session, 'PATCH', '/v1/me', { payload });
    const avatarUrl = 'https://images.example/ann.png';
    expect((await change({ locale: 'de', avatarUrl })).json()).toEqual({
      ...person.me,
      locale: 'de',
      avatarUrl,
    });
    expect((await change({ name: 'Ann Archer', locale: null })).json()).toEqual({
      ...person.me,
      name: 'Ann Archer',
      avatarUrl,
    });
    const me = await sendAs(server, session, 'GET', '/v1/me');
    expect(me.json<Me>()).toEqual({ ...person.me, name: 'Ann Archer', avatarUrl });
    expect(me.headers['cache-control']).toBe('no-store');
    for (const payload of [
      {},
      { name: '' },
      { email: newEmail() },
      { avatarUrl: 'javascript:1' },
    ]) {
      expectProblem(await change(payload), 'invalid-body');
    }
  });

  it('change their password with the old one, which ends every other session', async () => {
    const person = await personOn(server);
    const [mine, other] = [await person.signIn(), await person.signIn()];
    const newPassword = 'four other words entirely';
    const change = (payload: object) =>
      sendAs(server, mine, 'POST', '/v1/me/password', { payload });
    expectProblem(
      await change({ currentPassword: 'not my password', newPassword }),
      'password-wrong',
    );
    expect((await change({ currentPassword: person.password, newPassword })).statusCode).toBe(200);

    expectProblem(await sendAs(server, other, 'GET', '/v1/me'), 'session-ended');
    const payload = { refreshToken: other.refreshToken };
    expectProblem(
      await sendAs(server, undefined, 'POST', '/v1/sessions/refresh', { payload }),
      'session-ended',
    );
    const { items } = (await sendAs(server, mine, 'GET', '/v1/sessions')).json<SessionList>();
    expect(items.map(({ id }) => id)).toEqual([mine.sessionId]);
    expectProblem(await signIn(person.email, person.password), 'credentials-wrong');
    expect((await signIn(person.email, newPassword)).statusCode).toBe(201);
  });

  it('can be sent a change of password again when its answer was lost', async () => {
    const person = await personOn(server);
    const session = await person.signIn();
    const payload = { currentPassword: person.password, newPassword: 'four other words entirely' };
    for (let attempt = 0; attempt < 2; attempt++) {
      const answer = await sendAs(server, session, 'POST', '/v1/me/password', { payload });
      expect(answer.statusCode, answer.body).toBe(200);
    }
  });

  it('are deleted with the password alone, and everything of theirs is gone', async () => {
    const person = await personOn(server);
    const session = await person.signIn();
    const remove = (payload?: object) =>
      sendAs(server, session, 'DELETE', '/v1/me', payload ? { payload } : {});
    expectProblem(await remove({}), 'password-wrong');
    expectProblem(await remove({ password: 'not my password' }), 'password-wrong');
    expectProblem(await remove(), 'invalid-body');
    expect((await remove({ password: person.password })).json()).toEqual({ id: person.me.id });

    expectProblem(await sendAs(server, session, 'GET', '/v1/me'), 'session-ended');
    expectProblem(await signIn(person.email, person.password), 'credentials-wrong');
    const dump = JSON.stringify(await dumpDatabase(server.db));
    expect(dump).not.toContain(person.me.id);
    expect(dump).not.toContain(person.email);
    expect((await make({ ...account, email: person.email })).statusCode).toBe(201);
  });

  it('hold as many characters as the limits say', async () => {
    const password = 'é'.repeat(LIMITS.passwordLength);
    const email = newEmail();
    const name = 'n'.repeat(LIMITS.nameLength);
    expect((await make({ email, password, name })).statusCode).toBe(201);
    expect((await signIn(email, password)).statusCode).toBe(201);
    expectProblem(await signIn(email, password.slice(1)), 'credentials-wrong');
  });
});
