import { LIMITS } from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createTestServer } from '../../testing/createTestServer.ts';
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
import { type NativeSession, personOn, sendAs } from '../testing/personOn.ts';

describe.each(testEngines())('the e-mail address of a person ($name)', (engine) => {
  let bed: MailServer;
  beforeAll(async () => {
    bed = await startMailServer({ engine });
  });
  afterAll(() => bed.close());
  const as = (session: NativeSession, url: string, payload: object = {}) =>
    sendAs(bed.server, session, 'POST', url, { payload });
  const change = (session: NativeSession, email: string, password = PASSWORD) =>
    as(session, '/v1/me/email', { email, password });
  const confirm = (session: NativeSession, token: string) =>
    as(session, '/v1/me/email/confirm', { token });
  const me = async (session: NativeSession) =>
    (await sendAs(bed.server, session, 'GET', '/v1/me')).json<object>();
  const unverify = (id: string) =>
    bed.server.db.run('UPDATE accounts SET email_verified_at = NULL WHERE id = ?', id);

  it('is verified by a link, which can be sent again', async () => {
    const person = await mailedPerson(bed);
    await unverify(person.id);
    const session = await person.signIn();
    expect(await me(session)).toMatchObject({ emailVerified: false });
    const sent = await as(session, '/v1/me/email/verify');
    expect([sent.statusCode, sent.json()]).toEqual([202, { expiresIn: LIMITS.verifyLinkSeconds }]);
    await bed.mailbox.nextTo(person.email);
    await as(session, '/v1/me/email/verify');
    const token = tokenIn(await bed.mailbox.nextTo(person.email));
    const confirmed = await confirm(session, token);
    expect(confirmed.json()).toMatchObject({ email: person.email, emailVerified: true });
    expectProblem(await confirm(session, token), 'link-invalid');
    expect((await as(session, '/v1/me/email/verify')).statusCode).toBe(200);
  });

  it('is not verified in the session of somebody else, and the link stays good', async () => {
    const [ann, eve] = [await mailedPerson(bed), await mailedPerson(bed)];
    await unverify(eve.id);
    const theirs = await eve.signIn();
    await as(theirs, '/v1/me/email/verify');
    const token = tokenIn(await bed.mailbox.nextTo(eve.email));
    expectProblem(await confirm(await ann.signIn(), token), 'link-invalid');
    expect((await confirm(theirs, token)).statusCode).toBe(200);
  });

  it('changes when the new one is verified, not before, and the old one is told', async () => {
    const person = await mailedPerson(bed);
    const session = await person.signIn();
    const email = newEmail();
    expectProblem(await change(session, email, 'not my password'), 'password-wrong');
    expect((await change(session, email)).statusCode).toBe(202);
    expect(await me(session)).toMatchObject({ email: person.email });
    const token = tokenIn(await bed.mailbox.nextTo(email));
    const changed = await confirm(session, token);
    expect(changed.json()).toMatchObject({ email, emailVerified: true });
    const { head } = await bed.mailbox.nextTo(person.email);
    expect(head).toContain('Your e-mail address for localhost:8080 was changed');
    const signIn = (at: string) =>
      sendAs(bed.server, undefined, 'POST', '/v1/sessions', {
        payload: { email: at, password: PASSWORD },
      });
    expectProblem(await signIn(person.email), 'credentials-wrong');
    expect((await signIn(email)).statusCode).toBe(201);
  });

  it('is not taken from another account, which is told; the answer does not say so', async () => {
    const [ann, eve] = [await mailedPerson(bed), await mailedPerson(bed)];
    const session = await eve.signIn();
    const [taken, free] = [await change(session, ann.email), await change(session, newEmail())];
    expect([taken.statusCode, taken.body]).toEqual([free.statusCode, free.body]);
    const { head, content } = await bed.mailbox.nextTo(ann.email);
    expect(head).toContain('Somebody wanted to use your e-mail address');
    expect(content).not.toContain('#hal_');
  });

  it('stays with whoever took it while the link was on its way', async () => {
    const person = await mailedPerson(bed);
    const session = await person.signIn();
    const email = newEmail();
    await change(session, email);
    const token = tokenIn(await bed.mailbox.nextTo(email));
    await bed.server.db.run(
      'UPDATE accounts SET email_key = ? WHERE id = ?',
      email,
      (await mailedPerson(bed)).id,
    );
    expectProblem(await confirm(session, token), 'email-taken');
    expect(await me(session)).toMatchObject({ email: person.email });
  });

  it('cannot be changed by a link from before the password was changed', async () => {
    const person = await mailedPerson(bed);
    const session = await person.signIn();
    const email = newEmail();
    await change(session, email);
    const token = tokenIn(await bed.mailbox.nextTo(email));
    await as(session, '/v1/me/password', {
      currentPassword: PASSWORD,
      newPassword: 'four other words entirely',
    });
    const { head } = await bed.mailbox.nextTo(person.email);
    expect(head).toContain('Your password for localhost:8080 was changed');
    expectProblem(await confirm(session, token), 'link-invalid');
  });

  it('cannot be verified by a link that is older than a day', async () => {
    const person = await mailedPerson(bed);
    const session = await person.signIn();
    const email = newEmail();
    await change(session, email);
    const token = tokenIn(await bed.mailbox.nextTo(email));
    await bed.server.db.run(
      'UPDATE account_links SET expires_at = ? WHERE email = ?',
      Date.now(),
      email,
    );
    expectProblem(await confirm(session, token), 'link-invalid');
  });

  it('gets few mails, however often it is asked for', async () => {
    const eve = await (await mailedPerson(bed)).signIn();
    const email = newEmail();
    for (let count = 0; count < LIMITS.mailsPerAddress + 3; count++) {
      expect((await change(eve, email)).statusCode).toBe(202);
    }
    const sent = () => bed.mailbox.received.filter(({ to }) => to.includes(email)).length;
    const waiting = 'SELECT id FROM mails WHERE recipient = ? AND sent_at IS NULL';
    await expect.poll(() => bed.server.db.all(waiting, email)).toEqual([]);
    expect(sent()).toBe(LIMITS.mailsPerAddress);
  });
});

describe('without mail', () => {
  it('an address cannot be verified or changed, and no link asked for', async () => {
    const server = await createTestServer();
    const session = await (await personOn(server)).signIn();
    const post = (url: string, payload: object) =>
      sendAs(server, session, 'POST', url, { payload });
    const refusals = [
      await post('/v1/me/email', { email: newEmail(), password: PASSWORD }),
      await post('/v1/me/email/verify', {}),
      await post('/v1/password-resets', { email: newEmail() }),
    ];
    for (const refusal of refusals) expectProblem(refusal, 'mail-not-configured');
    const config = await sendAs(server, undefined, 'GET', '/v1/config');
    expect(config.json()).toMatchObject({ sendsMail: false });
    await server.close();
  });
});
