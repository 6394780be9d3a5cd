import { randomBytes, randomUUID } from 'node:crypto';

import { LIMITS } from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Database } from '../../storage/database/Database.types.ts';
import { openTestDatabase } from '../../testing/testDatabase.ts';
import { testEngines } from '../../testing/testEngines.ts';
import { type AccountRow, insertAccount } from '../records/accountRows.ts';
import { findSession } from '../records/sessionRows.ts';
import { type OpenSession, Sessions } from './Sessions.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

describe.each(testEngines())('the refresh tokens of a session ($name)', (engine) => {
  let db: Database;
  let release: () => Promise<void>;
  beforeAll(async () => {
    ({ db, release } = await openTestDatabase({ engine }));
  });
  afterAll(() => release());

  /** Somebody's session, and a clock that stands still. */
  async function started() {
    const clock = { now: Date.now() };
    const sessions = new Sessions(db, randomBytes(32), () => clock.now);
    const account = await newAccount(db);
    const session = (await sessions.start(account, {
      address: '203.0.113.1',
      userAgent: undefined,
    }))!;
    return { clock, sessions, session };
  }
  const isOver = async ({ id }: OpenSession) => (await findSession(db, id)) === undefined;
  const ENDED = { code: 'session-ended' };

  it('are used once each, one after the other', async () => {
    const { sessions, session } = await started();
    const seen = [session.refreshToken];
    for (let count = 0; count < 5; count++) {
      seen.push((await sessions.refresh(seen.at(-1)!)).refreshToken);
    }
    expect(new Set(seen).size).toBe(6);
  });

  it('give the same successor again to who lost the answer and asks again in time', async () => {
    const { clock, sessions, session } = await started();
    const lost = await sessions.refresh(session.refreshToken);
    clock.now += LIMITS.refreshGraceSeconds * 1000;
    expect(await sessions.refresh(session.refreshToken)).toEqual(lost);
    expect((await sessions.refresh(lost.refreshToken)).refreshToken).not.toBe(lost.refreshToken);
  });

  it('end the session when a used one comes back after that time', async () => {
    const { clock, sessions, session } = await started();
    const next = await sessions.refresh(session.refreshToken);
    clock.now += LIMITS.refreshGraceSeconds * 1000 + 1;
    await expect(sessions.refresh(session.refreshToken)).rejects.toMatchObject(ENDED);
    await expect(sessions.refresh(next.refreshToken)).rejects.toMatchObject(ENDED);
    expect(await isOver(session)).toBe(true);
  });

  it('end the session at once when a used one comes back after its successor was used', async () => {
    const { sessions, session } = await started();
    const thief = await sessions.refresh(session.refreshToken);
    const next = await sessions.refresh(thief.refreshToken);
    await expect(sessions.refresh(session.refreshToken)).rejects.toMatchObject(ENDED);
    await expect(sessions.refresh(next.refreshToken)).rejects.toMatchObject(ENDED);
    expect(await isOver(session)).toBe(true);
  });

  it('count once when 20 tabs refresh with the same one at the same time, and all go on', async () => {
    const { sessions, session } = await started();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => sessions.refresh(session.refreshToken)),
    );
    expect(new Set(answers.map(({ refreshToken }) => refreshToken)).size).toBe(1);
    expect((await findSession(db, session.id))!.generation).toBe(1);
    await expect(sessions.refresh(answers[0]!.refreshToken)).resolves.toBeDefined();
  });

  it('leave nobody with a session when a stolen one is used among 20 honest refreshes', async () => {
    const { sessions, session } = await started();
    const second = await sessions.refresh(session.refreshToken);
    const third = await sessions.refresh(second.refreshToken);
    const outcomes = await Promise.allSettled([
      ...Array.from({ length: 10 }, () => sessions.refresh(third.refreshToken)),
      sessions.refresh(session.refreshToken),
      ...Array.from({ length: 10 }, () => sessions.refresh(third.refreshToken)),
    ]);
    expect(outcomes[10]).toMatchObject({ status: 'rejected', reason: ENDED });
    expect(await isOver(session)).toBe(true);
    for (const outcome of outcomes.filter(({ status }) => status === 'rejected')) {
      expect(outcome).toMatchObject({ reason: ENDED });
    }
    for (const { value } of outcomes.filter((outcome) => outcome.status === 'fulfilled')) {
      await expect(sessions.refresh(value.refreshToken)).rejects.toMatchObject(ENDED);
    }
  });

  it('work on another node and after a restart', async () => {
    const key = randomBytes(32);
    const account = await newAccount(db);
    const first = (await new Sessions(db, key).start(account, {
      address: '203.0.113.1',
      userAgent: undefined,
    }))!;
    const next = await new Sessions(db, key).refresh(first.refreshToken);
    expect(next.id).toBe(first.id);
    // A server with another secret knows none of them, and ends nothing.
    const stranger = new Sessions(db, randomBytes(32));
    await expect(stranger.refresh(next.refreshToken)).rejects.toMatchObject(ENDED);
    await expect(new Sessions(db, key).refresh(next.refreshToken)).resolves.toBeDefined();
  });

  it('of a backup that was restored are refused, and end nothing', async () => {
    const { sessions, session } = await started();
    const next = await sessions.refresh(session.refreshToken);
    await db.run('UPDATE sessions SET generation = 0 WHERE id = ?', session.id);
    await expect(sessions.refresh(next.refreshToken)).rejects.toMatchObject(ENDED);
    expect(await isOver(session)).toBe(false);
  });

  it('end thirty days after the last refresh, and a year after signing in', async () => {
    const idle = await started();
    idle.clock.now += 30 * DAY_MS;
    await expect(idle.sessions.refresh(idle.session.refreshToken)).rejects.toMatchObject(ENDED);

    const { clock, sessions, session } = await started();
    const begin = clock.now;
    let token = session.refreshToken;
    for (clock.now += 29 * DAY_MS; clock.now < begin + 365 * DAY_MS; clock.now += 29 * DAY_MS) {
      token = (await sessions.refresh(token)).refreshToken;
    }
    await expect(sessions.refresh(token)).rejects.toMatchObject(ENDED);
  });

  it('are not given to who signed in with a password that was changed meanwhile', async () => {
    const account = await newAccount(db);
    const sessions = new Sessions(db, randomBytes(32));
    await db.run('UPDATE accounts SET password_hash = ? WHERE id = ?', 'new', account.id);
    expect(
      await sessions.start(account, { address: '203.0.113.1', userAgent: undefined }),
    ).toBeUndefined();
  });
});

describe.each(testEngines())('the networks of sessions ($name)', (engine) => {
  let db: Database;
  let release: () => Promise<void>;
  beforeAll(async () => {
    ({ db, release } = await openTestDatabase({ engine }));
  });
  afterAll(() => release());

  it('tell where a person is signed in, on every node and as long as they are, and name no address', async () => {
    const [key, clock] = [randomBytes(32), { now: Date.now() }];
    const node = () => new Sessions(db, key, () => clock.now);
    const [ann, bob] = [await newAccount(db), await newAccount(db)];
    const session = await node().start(ann, { address: '203.0.113.1', userAgent: undefined });
    expect(await node().hasStartedFrom(ann.id, '203.0.113.1')).toBe(true);
    expect(await node().hasStartedFrom(ann.id, '203.0.113.200')).toBe(true);
    expect(await node().hasStartedFrom(ann.id, '198.51.100.1')).toBe(false);
    expect(await node().hasStartedFrom(bob.id, '203.0.113.1')).toBe(false);
    expect(await node().hasStartedFrom(undefined, '203.0.113.1')).toBe(false);
    expect((await findSession(db, session!.id))!.network).toMatch(/^[\w-]{22}$/);
    clock.now += 30 * DAY_MS;
    expect(await node().hasStartedFrom(ann.id, '203.0.113.1')).toBe(false);
  });
});

async function newAccount(db: Database): Promise<AccountRow> {
  const id = randomUUID();
  const account = {
    id,
    email: `${id}@example.com`,
    email_key: `${id}@example.com`,
    email_verified_at: null,
    name: 'Ann',
    locale: null,
    avatar_url: null,
    password_hash: 'old',
    created_at: 0,
    updated_at: 0,
  };
  await insertAccount(db, account);
  return account;
}
