import { type MailServer, mailedPerson, newEmail, startMailServer } from '@host/server/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const [STRANGER, OWNER] = ['203.0.113.7', '198.51.100.7'];

/** Every mail that anybody can ask for, to any address. */
const ASKED: readonly [what: string, url: string, bodyOf: (email: string) => object][] = [
  [
    'an account',
    '/v1/accounts',
    (email) => ({ email, name: 'Ann', password: 'correct horse battery staple' }),
  ],
  ['a new password', '/v1/password-resets', (email) => ({ email })],
];

describe('a stranger who asks for mails to the address of somebody else, from one network', () => {
  let bed: MailServer;
  beforeAll(async () => {
    bed = await startMailServer({ people: { limits: { mailsPerAddressAndAccount: 2 } } });
  });
  afterAll(() => bed.close());

  it.each(ASKED)('does not keep its owner from %s', async (what, url, bodyOf) => {
    const email = what === 'an account' ? newEmail() : (await mailedPerson(bed)).email;
    const ask = (remoteAddress: string) =>
      bed.server.send('POST', url, { payload: bodyOf(email), token: undefined, remoteAddress });
    const statuses: number[] = [];
    for (let count = 0; count < 8; count++) statuses.push((await ask(STRANGER)).statusCode);
    // Whoever asks is told to wait, by what they did themselves: of the address it tells nothing.
    expect(statuses).toEqual([202, 202, 429, 429, 429, 429, 429, 429]);
    const mails = () => bed.mailbox.received.filter(({ to }) => to.includes(email)).length;
    const waiting = 'SELECT id FROM mails WHERE recipient = ? AND sent_at IS NULL';
    const nothingWaits = async () => {
      await expect.poll(() => bed.server.db.all(waiting, email)).toEqual([]);
    };
    await nothingWaits();
    const before = mails();
    expect((await ask(OWNER)).statusCode).toBe(202);
    await nothingWaits();
    expect(mails()).toBe(before + 1);
  });
});
