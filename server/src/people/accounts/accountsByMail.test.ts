import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { dumpDatabase } from '../../testing/dumpDatabase.ts';
import { expectProblem } from '../../testing/expectProblem.ts';
import { testEngines } from '../../testing/testEngines.ts';
import { tokenIn } from '../mail/testing/startMailbox.ts';
import {
  type MailServer,
  PASSWORD,
  mailedPerson,
  newEmail,
  startMailServer,
} from '../testing/mailServer.ts';
import { sendAs } from '../testing/personOn.ts';

describe.each(testEngines())('accounts where mail is sent ($name)', (engine) => {
  let bed: MailServer;
  beforeAll(async () => {
    bed = await startMailServer({ engine });
  });
  afterAll(() => bed.close());
  const post = (url: string, payload: object) =>
    sendAs(bed.server, undefined, 'POST', url, { payload });
  const ask = (email: string, changes: object = {}) =>
    post('/v1/accounts', { email, password: PASSWORD, name: 'Ann', ...changes });
  const confirm = (token: string, password = PASSWORD) =>
    post('/v1/accounts/confirm', { token, password });
  const signIn = (email: string, password = PASSWORD) => post('/v1/sessions', { email, password });

  it('are there once the link was followed with the password, and their address is verified', async () => {
    const email = newEmail();
    const asked = await ask(email);
    expect([asked.statusCode, asked.json()]).toEqual([202, { expiresIn: 24 * 60 * 60 }]);
    expectProblem(await signIn(email), 'credentials-wrong');
    const made = await confirm(tokenIn(await bed.mailbox.nextTo(email)));
    expect([made.statusCode, made.json()]).toEqual([
      201,
      { id: expect.any(String), name: 'Ann', email, emailVerified: true },
    ]);
    expect((await signIn(email)).statusCode).toBe(201);
  });

  it('are not made by a link alone, so that nobody confirms what a stranger asked for', async () => {
    const email = newEmail();
    await ask(email, { password: 'chosen by a stranger' });
    const token = tokenIn(await bed.mailbox.nextTo(email));
    expectProblem(await confirm(token), 'password-wrong');
    expectProblem(await signIn(email, 'chosen by a stranger'), 'credentials-wrong');
  });

  it('are made once by a link, and by no other link to the address', async () => {
    const email = newEmail();
    await ask(email);
    await ask(email);
    const tokens = [
      tokenIn(await bed.mailbox.nextTo(email)),
      tokenIn(await bed.mailbox.nextTo(email)),
    ] as const;
    const answers = await Promise.all([confirm(tokens[0]), confirm(tokens[0]), confirm(tokens[0])]);
    expect(answers.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual([
      '201',
      '410',
      '410',
    ]);
    expectProblem(await confirm(tokens[1]), 'link-invalid');
  });

  it('tell the owner of an address by mail that somebody asked for it again', async () => {
    const { email } = await mailedPerson(bed);
    const again = await ask(email.toUpperCase(), { password: 'somebody else chose this' });
    expect([again.statusCode, again.json()]).toEqual([202, { expiresIn: 24 * 60 * 60 }]);
    const { head, content } = await bed.mailbox.nextTo(email);
    expect(head).toContain('Subject: You have an account at localhost:8080');
    expect(content).not.toContain('#hal_');
    expect((await signIn(email)).statusCode).toBe(201);
  });

  it('end with their links: after a day nothing is left of them', async () => {
    const email = newEmail();
    await ask(email);
    const token = tokenIn(await bed.mailbox.nextTo(email));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 60 * 60 * 1000 + 1 });
    expectProblem(await confirm(token), 'link-invalid');
    vi.useRealTimers();
  });

  it('keep no token in the database, and nothing at all of a person who is gone', async () => {
    const person = await mailedPerson(bed);
    await post('/v1/password-resets', { email: person.email });
    const token = tokenIn(await bed.mailbox.nextTo(person.email));
    const session = await person.signIn();
    expect(JSON.stringify(await dumpDatabase(bed.server.db))).not.toContain(token.slice(4));
    await sendAs(bed.server, session, 'DELETE', '/v1/me', { payload: { password: PASSWORD } });
    const dump = JSON.stringify(await dumpDatabase(bed.server.db));
    expect(dump).not.toContain(person.email);
    expect(dump).not.toContain(person.id);
    expectProblem(
      await post('/v1/password-resets/confirm', { token, newPassword: 'another one' }),
      'link-invalid',
    );
  });
});
