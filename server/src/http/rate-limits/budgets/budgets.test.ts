import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';

import { SignInLimits } from '../../../people/sessions/SignInLimits.ts';
import type { Database } from '../../../storage/database/Database.types.ts';
import { type TestServer, createTestServer } from '../../../testing/createTestServer.ts';
import { type TestPlaceOnNetwork, postgres } from '../../../testing/testDatabase.ts';
import { RequestCounter } from '../RequestCounter.ts';
import { RequestBudgets } from './RequestBudgets.ts';
import { sharesOf } from './sharesOf.ts';

const url = inject('postgresUrl');
const MAX = 160;
const NODES = 2;

it.each([
  [600, 4],
  [10, 3],
  [1, 2],
  [6000, 64],
])('a limit of %s is divided among %s nodes, and none is lost', (max, nodes) => {
  const { own, pool, part } = sharesOf(max, nodes);
  expect(own).toBeGreaterThan(0);
  expect(Math.max(max, nodes)).toBe(own * nodes + pool);
  // What one node alone can have, and what all admit while they wait for a part.
  expect(own + pool).toBeGreaterThanOrEqual(
    Math.min(max, nodes) === max ? 1 : (max * 7) / 8 - nodes,
  );
  expect(nodes * part).toBeLessThanOrEqual(Math.max(nodes, max / 8));
});

describe.each(url === undefined ? [] : [url])('limits of callers on two nodes', (postgresUrl) => {
  let place: TestPlaceOnNetwork;
  let servers: TestServer[];
  let db: Database;
  beforeAll(async () => {
    place = await postgres(postgresUrl).createPlace();
    db = await place.open();
    const config = { rateLimits: { perAddress: MAX, perToken: MAX } };
    servers = [
      await createTestServer({ place, config }),
      await createTestServer({ place, config }),
    ];
    const know = ({ app }: TestServer) => app.requestBudgets!.nodes === NODES;
    while (!servers.every(know)) await sleep(50);
  });
  afterAll(async () => {
    for (const server of servers) await server.close();
    await db.close();
    await place.remove();
  });

  /** The beginning of this minute, so that it does not end meanwhile; later, the leases of nodes would be over. */
  const inOneWindow = async <Result>(run: () => Promise<Result>): Promise<Result> => {
    vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / 60_000) * 60_000 + 1000 });
    try {
      return await run();
    } finally {
      vi.useRealTimers();
    }
  };
  const ask = async (server: TestServer, remoteAddress: string) =>
    (await server.send('GET', '/v1/mini-programs', { remoteAddress, token: undefined }))
      .statusCode === 200;
  const { part } = sharesOf(MAX, NODES);
  const most = MAX + NODES * part;

  it('are taken when one caller asks twice at once, and keep nobody else from their part', async () => {
    const budgets = new RequestBudgets({ db, nodes: () => NODES });
    const ends = Date.now() + 60_000;
    const take = (caller: string) =>
      new Promise<number | undefined>((resolve) => {
        budgets.take({ limit: 'twice', caller, ends }, { wanted: 2, most: 3 }, resolve);
      });
    // The first is under way while the others come.
    const callers = ['first', 'same', 'same', 'other'];
    expect(await Promise.all(callers.map(take))).toEqual([2, 2, 1, 2]);
  });

  it('hold for a caller that asks one after the other, and for one that asks one alone', () =>
    inOneWindow(async () => {
      let [alternating, alone] = [0, 0];
      for (let n = 0; n < 2 * MAX; n++) {
        alternating += (await ask(servers[n % 2]!, '203.0.113.1')) ? 1 : 0;
        alone += (await ask(servers[0]!, '203.0.113.2')) ? 1 : 0;
      }
      expect(alternating).toBeGreaterThanOrEqual((MAX * 7) / 8);
      expect(alternating).toBeLessThanOrEqual(most);
      expect(alone).toBeGreaterThanOrEqual((MAX * 7) / 8);
      expect(alone).toBeLessThanOrEqual(MAX);
    }));

  it('hold for a caller that asks all of them at once', () =>
    inOneWindow(async () => {
      const asked = servers.flatMap((server) =>
        Array.from({ length: 2 * MAX }, () => ask(server, '203.0.113.3')),
      );
      const admitted = (await Promise.all(asked)).filter(Boolean).length;
      expect(admitted).toBeLessThanOrEqual(most);
    }));

  it('are written down for those alone who ask much, and not by name', () =>
    inOneWindow(async () => {
      await db.run('DELETE FROM request_budgets');
      for (let n = 0; n < 5; n++) await ask(servers[0]!, '203.0.113.4');
      expect(await db.all('SELECT * FROM request_budgets')).toEqual([]);
      for (let n = 0; n < 30; n++) await ask(servers[0]!, '203.0.113.4');
      const rows = await db.all<{ budget: string }>('SELECT budget FROM request_budgets');
      expect(rows).toEqual([{ budget: expect.stringMatching(/^[\w-]{43}$/) }]);
    }));

  it('hold for guesses at a password, and begin anew for who knows it', async () => {
    const nodes = () => NODES;
    const limits = [db, db].map(
      (each) => new SignInLimits({ perAddress: 1000 }, new RequestBudgets({ db: each, nodes })),
    );
    const attempt = { address: '203.0.113.5', email: 'ada@example.com' };
    const guess = async (each: SignInLimits) =>
      each.admitAttempt(attempt).then(
        () => 1,
        () => 0,
      );
    const guessOften = async () => {
      let admitted = 0;
      for (let n = 0; n < 20; n++) {
        admitted += await guess(limits[n % 2]!);
        // An attempt takes some time.
        await db.get('SELECT 1');
      }
      return admitted;
    };
    expect(await guessOften()).toBeLessThanOrEqual(10 + NODES);
    for (const each of limits) each.resetAttempts(attempt);
    await expect.poll(() => guess(limits[0]!)).toBe(1);
  });

  it('are the share of a node while the database is away', () =>
    inOneWindow(async () => {
      const away = { ...db, all: () => Promise.reject(new Error('away')) };
      const budgets = new RequestBudgets({ db: away, nodes: () => NODES });
      const counter = new RequestCounter(MAX, undefined, { name: 'away', budgets });
      let admitted = 0;
      for (let n = 0; n < 2 * MAX; n++) {
        if (counter.count('caller') === undefined) admitted++;
        await Promise.resolve();
      }
      expect(admitted).toBe(MAX / NODES);
    }));
});
