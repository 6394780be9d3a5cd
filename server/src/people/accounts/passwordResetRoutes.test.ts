import { LIMITS, type ResetLink } from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type TestServer, createTestServer } from '../../testing/createTestServer.ts';
import { dumpDatabase } from '../../testing/dumpDatabase.ts';
import { expectProblem } from '../../testing/expectProblem.ts';
import { testEngines } from '../../testing/testEngines.ts';
import { tokenIn } from '../mail/testing/startMailbox.ts';
import { personReference } from '../personal-data/personReference.ts';
import { type MailServer, mailedPerson, newEmail, startMailServer } from '../testing/mailServer.ts';
import { personOn, sendAs } from '../testing/personOn.ts';

const newPassword = 'four other words entirely';

describe.each(testEngines())('a forgotten password ($name)', (engine) => {
  let bed: MailServer;
  beforeAll(async () => {
    bed = await startMailServer({ engine });
  });
  afterAll(() => bed.close());
  const post = (url: string, payload: object) =>
    sendAs(bed.server, undefined, 'POST', url, { payload });
  const ask = (email: string) => post('/v1/password-resets', { email });
  const reset = (token: string, password = newPassword) =>
    post('/v1/password-resets/confirm', { token, newPassword: password });
  const linkFor = async (email: string) => {
    await ask(email);
    return tokenIn(await bed.mailbox.nextTo(email));
  };

  it('is replaced by a link that was mailed, which ends every session and is told', async () => {
    const person = await mailedPerson(bed);
    const [phone, laptop] = [await person.signIn(), await person.signIn()];
    const asked = await ask(person.email);
    expect([asked.statusCode, asked.json()]).toEqual([202, { expiresIn: LIMITS.resetLinkSeconds }]);
    const { head, content } = await bed.mailbox.nextTo(person.email);
    expect(head).toContain('Subject: Set a new password for localhost:8080');
    const done = await reset(/#(hal_\S{43})/.exec(content)![1]!);
    expect([done.statusCode, done.json()]).toEqual([200, { email: person.email }]);
    expect(done.headers['set-cookie']).toBeUndefined();
    for (const session of [phone, laptop]) {
      expectProblem(await sendAs(bed.server, session, 'GET', '/v1/me'), 'session-ended');
      const { refreshToken } = session;
      expectProblem(await post('/v1/sessions/refresh', { refreshToken }), 'session-ended');
    }
    const signIn = (password: string) => post('/v1/sessions', { email: person.email, password });
    expectProblem(await signIn(person.password), 'credentials-wrong');
    expect((await signIn(newPassword)).statusCode).toBe(201);
    const notice = await bed.mailbox.nextTo(person.email);
    expect(notice.head).toContain('Your password for localhost:8080 was changed');
  });

  it('is replaced once by a link, also when three follow it at the same moment', async () => {
    const person = await mailedPerson(bed);
    const token = await linkFor(person.email);
    const answers = await Promise.all([
      reset(token, 'password of one'),
      reset(token, 'password of two'),
      reset(token, 'password of three'),
    ]);
    expect(answers.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual([
      '200',
      '410',
      '410',
    ]);
  });

  it('is replaced by one of several links, and then by none of the others', async () => {
    const person = await mailedPerson(bed);
    const [first, second] = [await linkFor(person.email), await linkFor(person.email)];
    expect((await reset(first)).statusCode).toBe(200);
    expectProblem(await reset(second), 'link-invalid');
  });

  it('is not replaced by a link that is older than an hour, or was sent to an address of before', async () => {
    const person = await mailedPerson(bed);
    const late = await linkFor(person.email);
    const { db } = bed.server;
    await db.run(
      'UPDATE account_links SET expires_at = ? WHERE account_id = ?',
      Date.now(),
      person.id,
    );
    expectProblem(await reset(late), 'link-invalid');
    const former = await linkFor(person.email);
    await db.run('UPDATE accounts SET email_key = ? WHERE id = ?', newEmail(), person.id);
    expectProblem(await reset(former), 'link-invalid');
  });

  it('verifies the address that the link was sent to', async () => {
    const person = await mailedPerson(bed);
    await bed.server.db.run('UPDATE accounts SET email_verified_at = NULL WHERE id = ?', person.id);
    await reset(await linkFor(person.email), person.password);
    const me = await sendAs(bed.server, await person.signIn(), 'GET', '/v1/me');
    expect(me.json()).toMatchObject({ emailVerified: true });
  });

  it('is asked for with an address of an account, and its link of no other kind', async () => {
    const person = await mailedPerson(bed);
    const session = await person.signIn();
    const email = newEmail();
    const payload = { email, password: person.password };
    await sendAs(bed.server, session, 'POST', '/v1/me/email', { payload });
    expectProblem(await reset(tokenIn(await bed.mailbox.nextTo(email))), 'link-invalid');
    expectProblem(await reset('hal_short'), 'invalid-body');
    expectProblem(await reset(`hal_${'x'.repeat(43)}`), 'link-invalid');
    expectProblem(await reset(await linkFor(person.email), 'short'), 'invalid-body');
  });
});

describe.each(testEngines())('a link that an operator makes ($name)', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer({ engine });
  });
  afterAll(() => server.close());
  const make = (email: string, options?: Parameters<TestServer['post']>[2]) =>
    server.post('/v1/admin/people/reset-link', { email }, options);

  it('sets a new password where no mail is sent, and does not verify the address', async () => {
    const person = await personOn(server);
    const session = await person.signIn();
    const made = await make(person.email.toUpperCase());
    expect(made.statusCode, made.body).toBe(201);
    expect(made.headers['cache-control']).toBe('no-store');
    const { url, expiresAt } = made.json<ResetLink>();
    expect(url).toMatch(/^http:\/\/localhost:8080\/app\/reset-password#hal_[\w-]{43}$/);
    expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(LIMITS.resetLinkSeconds * 1000);
    const token = url.split('#')[1]!;
    const done = await server.send('POST', '/v1/password-resets/confirm', {
      payload: { token, newPassword },
      token: undefined,
    });
    expect(done.json()).toEqual({ email: person.email });
    expectProblem(await sendAs(server, session, 'GET', '/v1/me'), 'session-ended');
    const signedIn = await sendAs(server, undefined, 'POST', '/v1/sessions', {
      payload: { email: person.email, password: newPassword },
    });
    const me = await sendAs(server, signedIn.json(), 'GET', '/v1/me');
    expect(me.json()).toMatchObject({ emailVerified: false });
  });

  it('is in the audit log, by a digest of the person and without the link', async () => {
    const person = await personOn(server);
    const { url } = (await make(person.email)).json<ResetLink>();
    const audit = await server.send('GET', '/v1/admin/audit');
    expect(audit.json<{ items: object[] }>().items[0]).toMatchObject({
      actor: 'root',
      action: 'person.reset-link',
      target: personReference(person.me.id),
    });
    const dump = JSON.stringify(await dumpDatabase(server.db));
    expect(dump).not.toContain(url.split('#hal_')[1]);
  });

  it('is for the root token alone, and for people who are there', async () => {
    const person = await personOn(server);
    const { token } = await server.issue({
      scopes: ['publish', 'release', 'push', 'data', 'read'],
    });
    expectProblem(await make(person.email, { token }), 'scope-missing');
    expectProblem(await make(person.email, { token: undefined }), 'unauthorized');
    expectProblem(await make(newEmail()), 'person-not-found');
  });
});
