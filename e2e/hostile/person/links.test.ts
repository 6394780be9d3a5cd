import {
  type MailServer,
  type ReceivedMail,
  mailedPerson,
  newEmail,
  startMailServer,
  tokenIn,
} from '@host/server/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const PASSWORD = 'correct horse battery staple';
const NEW_PASSWORD = 'four other words entirely';
const EVIL = 'evil.example';

describe('somebody who wants to get in by a link', () => {
  let bed: MailServer;
  beforeAll(async () => {
    bed = await startMailServer({ people: { limits: { perAddress: 40 } } });
  });
  afterAll(() => bed.close());

  let networks = 0;
  /** Every test comes from a network of its own. */
  const stranger = () => `203.0.113.${++networks}`;
  const post = (
    url: string,
    payload: object,
    {
      headers = {},
      token,
      from = stranger(),
    }: { headers?: object; token?: string; from?: string } = {},
  ) =>
    bed.server.send('POST', url, {
      payload,
      token,
      remoteAddress: from,
      headers: { ...headers } as Record<string, string>,
    });
  const reset = (token: string, from?: string) =>
    post(
      '/v1/password-resets/confirm',
      { token, newPassword: NEW_PASSWORD },
      from === undefined ? {} : { from },
    );
  const resetLink = async (email: string, headers: object = {}) => {
    await post('/v1/password-resets', { email }, { headers });
    return bed.mailbox.nextTo(email);
  };
  const changed = (token: string, index: number) => {
    const letter = token[index] === 'A' ? 'B' : 'A';
    return token.slice(0, index) + letter + token.slice(index + 1);
  };

  it('has no use of one that was used', async () => {
    const { email } = await mailedPerson(bed);
    const token = tokenIn(await resetLink(email));
    expect((await reset(token)).statusCode).toBe(200);
    const again = await reset(token);
    expect([again.statusCode, again.json()]).toMatchObject([410, { code: 'link-invalid' }]);
  });

  it('guesses none: what is nearly right is wrong, and trying is limited', async () => {
    const { email } = await mailedPerson(bed);
    const token = tokenIn(await resetLink(email));
    const from = stranger();
    const answers = [];
    for (let index = 4; index < token.length; index++) {
      answers.push((await reset(changed(token, index), from)).statusCode);
    }
    expect(answers.slice(0, 40)).toEqual(Array.from({ length: 40 }, () => 410));
    expect(answers.slice(40)).toEqual([429, 429, 429]);
    expect((await reset(token)).statusCode).toBe(200);
  });

  it('does not get from one kind of link to another', async () => {
    const person = await mailedPerson(bed);
    const { accessToken } = await person.signIn();
    const email = newEmail();
    const token = accessToken;
    await post('/v1/me/email', { email, password: PASSWORD }, { token });
    const verify = tokenIn(await bed.mailbox.nextTo(email));
    expect((await reset(verify)).statusCode).toBe(410);
    const asAccount = await post('/v1/accounts/confirm', { token: verify, password: PASSWORD });
    expect(asAccount.statusCode).toBe(410);
    const forReset = tokenIn(await resetLink(person.email));
    const asEmail = await post('/v1/me/email/confirm', { token: forReset }, { token });
    expect(asEmail.statusCode).toBe(410);
  });

  it('does not have it sent to a host of theirs', async () => {
    const { email } = await mailedPerson(bed);
    const forged = [
      { host: EVIL },
      { 'x-forwarded-host': EVIL, 'x-forwarded-proto': 'https' },
      { forwarded: `host=${EVIL}` },
      { origin: `https://${EVIL}`, referer: `https://${EVIL}/` },
    ];
    for (const headers of forged) {
      const { content } = await resetLink(email, headers);
      expect(content).not.toContain(EVIL);
      expect(content).toContain('http://localhost:8080/app/reset-password#hal_');
    }
  });

  it('does not read it from a log, a Referer or a cache: it is behind the #', async () => {
    const { email } = await mailedPerson(bed);
    const { content } = await resetLink(email);
    const links = [...content.matchAll(/https?:\/\/[^\s"<]+/g)].map(([link]) => new URL(link));
    expect(links.length).toBeGreaterThan(0);
    for (const { pathname, search, hash } of links) {
      expect(pathname + search).not.toContain('hal_');
      expect(hash).toMatch(/^#hal_/);
    }
  });

  it('does not write into mails by a name', async () => {
    const names = [
      `Ann\u2028Bcc: eve@${EVIL}`,
      `<a href="https://${EVIL}">Click here</a>`,
      `Your account is locked, call https://${EVIL}`,
    ];
    for (const name of names) {
      const email = newEmail();
      const asked = await post('/v1/accounts', { email, password: PASSWORD, name });
      expect(asked.statusCode, asked.body).toBe(202);
      expectClean(await bed.mailbox.nextTo(email), email);
    }
    const broken = { email: newEmail(), password: PASSWORD, name: `Ann\r\nBcc: eve@${EVIL}` };
    expect((await post('/v1/accounts', broken)).statusCode).toBe(422);
  });

  it.each([
    `ann@example.com\r\nBcc: eve@${EVIL}`,
    `ann@example.com, eve@${EVIL}`,
    `eve@${EVIL}>, <ann@example.com`,
    `"eve@${EVIL}"@example.com`,
    `eve\uff20${EVIL}@example.com`,
    `ann@example.com\u2028eve`,
  ])('does not have mails sent elsewhere by an address: %j', async (email) => {
    for (const url of ['/v1/password-resets', '/v1/accounts']) {
      const payload = { email, ...(url === '/v1/accounts' && { password: PASSWORD, name: 'Eve' }) };
      expect((await post(url, payload)).statusCode).toBe(422);
    }
    expect(bed.mailbox.received.flatMap(({ to }) => to).join()).not.toContain(EVIL);
  });

  it('is out after a reset, whatever session they had, and no answer brings one along', async () => {
    const person = await mailedPerson(bed);
    const theirs = await person.signIn();
    const cookie = await post(
      '/v1/sessions',
      { email: person.email, password: PASSWORD, transport: 'cookie' },
      { headers: { 'sec-fetch-site': 'same-origin' } },
    );
    const [planted] = String(cookie.headers['set-cookie']).split(';');
    const token = tokenIn(await resetLink(person.email));
    const done = await post(
      '/v1/password-resets/confirm',
      { token, newPassword: NEW_PASSWORD },
      { headers: { cookie: planted, 'sec-fetch-site': 'same-origin' } },
    );
    expect(done.json()).toEqual({ email: person.email });
    expect(done.headers['set-cookie']).toBeUndefined();
    const again = await post(
      '/v1/sessions/refresh',
      {},
      { headers: { cookie: planted, 'sec-fetch-site': 'same-origin' } },
    );
    expect(again.json()).toMatchObject({ code: 'session-ended' });
    const { refreshToken, accessToken } = theirs;
    expect((await post('/v1/sessions/refresh', { refreshToken })).statusCode).toBe(401);
    const me = await bed.server.send('GET', '/v1/me', { token: accessToken });
    expect(me.json()).toMatchObject({ code: 'session-ended' });
  });

  it('keeps no way back by an address that they asked for before the reset', async () => {
    const person = await mailedPerson(bed);
    const { accessToken } = await person.signIn();
    const theirs = newEmail();
    await post('/v1/me/email', { email: theirs, password: PASSWORD }, { token: accessToken });
    const planted = tokenIn(await bed.mailbox.nextTo(theirs));
    await reset(tokenIn(await resetLink(person.email)));
    const signedIn = await post('/v1/sessions', { email: person.email, password: NEW_PASSWORD });
    const { accessToken: fresh } = signedIn.json<{ accessToken: string }>();
    const confirmed = await post('/v1/me/email/confirm', { token: planted }, { token: fresh });
    expect(confirmed.json()).toMatchObject({ code: 'link-invalid' });
  });
});

function expectClean({ to, head, content }: ReceivedMail, email: string): void {
  expect(to).toEqual([email]);
  expect(head).not.toMatch(/^bcc:/im);
  expect(content).not.toContain(EVIL);
}
