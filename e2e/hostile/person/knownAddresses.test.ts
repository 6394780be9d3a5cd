import {
  type MailServer,
  mailedPerson,
  newEmail,
  startMailServer,
  testEngines,
} from '@host/server/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { recordStatements } from './recordStatements.ts';

const PASSWORD = 'a password of a stranger';

/** What every answer has of its own. */
const PER_ANSWER = new Set(['date', 'x-request-id']);

/** Everything that a stranger can ask about an address. */
const QUESTIONS: readonly [name: string, url: string, body: (email: string) => object][] = [
  ['signing in', '/v1/sessions', (email) => ({ email, password: PASSWORD })],
  ['asking for a new password', '/v1/password-resets', (email) => ({ email })],
  ['making an account', '/v1/accounts', (email) => ({ email, password: PASSWORD, name: 'Eve' })],
];

describe.each(testEngines())(
  'a stranger who wants to know who has an account ($name)',
  (engine) => {
    let bed: MailServer;
    let known: string;
    let session: string;
    const statements = recordStatements();
    let release: () => Promise<void>;
    let isQuiet: () => Promise<boolean>;
    beforeAll(async () => {
      const place = await engine.createPlace();
      const db = await place.open();
      const waiting = 'SELECT id FROM mails WHERE sent_at IS NULL LIMIT 1';
      isQuiet = async () => (await db.all(waiting)).length === 0;
      release = async () => {
        await db.close();
        await place.remove();
      };
      bed = await startMailServer({ db: statements.wrap(db) });
      known = (await mailedPerson(bed)).email;
      session = (await (await mailedPerson(bed)).signIn()).accessToken;
    });
    afterAll(async () => {
      await bed.close();
      await release();
    });

    const ask = async (url: string, payload: object, token?: string) => {
      // What earlier questions left to be sent is no work of this one.
      await expect.poll(() => isQuiet()).toBe(true);
      const from = statements.mark();
      const answer = await bed.server.send('POST', url, { payload, token });
      const headers = Object.entries(answer.headers).filter(([name]) => !PER_ANSWER.has(name));
      const { requestId: _, ...body } = answer.json<Record<string, unknown>>();
      return { shown: { status: answer.statusCode, headers, body }, work: statements.since(from) };
    };

    it.each(QUESTIONS)('learns nothing by %s: same answer, same work', async (_, url, bodyOf) => {
      const [taken, free] = [await ask(url, bodyOf(known)), await ask(url, bodyOf(newEmail()))];
      expect(taken.shown).toEqual(free.shown);
      expect(taken.work).toEqual(free.work);
      expect(taken.work.length).toBeGreaterThan(0);
    });

    it('learns nothing by signing in with the account that they asked for', async () => {
      const answers = [];
      for (const email of [known, newEmail()]) {
        await ask('/v1/accounts', { email, password: PASSWORD, name: 'Eve' });
        answers.push((await ask('/v1/sessions', { email, password: PASSWORD })).shown);
      }
      expect(answers[0]).toEqual(answers[1]);
    });

    it('learns nothing by wanting the address for their own account', async () => {
      const payload = { password: 'correct horse battery staple' };
      const [taken, free] = [
        await ask('/v1/me/email', { ...payload, email: known }, session),
        await ask('/v1/me/email', { ...payload, email: newEmail() }, session),
      ];
      expect(taken.shown).toMatchObject({ status: 202 });
      expect(taken.shown).toEqual(free.shown);
      expect(taken.work).toEqual(free.work);
    });

    it('learns nothing by asking until it is too much', async () => {
      const statusesOf = async (email: string) => {
        const seen: number[] = [];
        for (let count = 0; count < 8; count++) {
          seen.push((await ask('/v1/password-resets', { email })).shown.status);
        }
        return seen;
      };
      expect(await statusesOf(known)).toEqual(await statusesOf(newEmail()));
    });
  },
);
