import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { Database } from '../../../storage/database/Database.types.ts';
import { plansOf } from '../../../storage/database/testing/plansOf.ts';
import { type TestServer, createTestServer } from '../../../testing/createTestServer.ts';
import { testEngines } from '../../../testing/testEngines.ts';
import { forgetUpstream, listFailingUpstreams } from '../../records/upstreamHealthRows.ts';
import { UpstreamHealth } from './UpstreamHealth.ts';

describe.each(testEngines())('the health of back ends ($name)', (engine) => {
  let server: TestServer;
  let db: Database;
  beforeAll(async () => {
    server = await createTestServer({ engine });
    ({ db } = server);
  });
  afterAll(() => server.close());
  beforeEach(async () => void (await db.run('DELETE FROM upstream_health')));

  it('is bad after three failures in a row, and good again after an answer', async () => {
    const health = new UpstreamHealth(db);
    for (let at = 1; at <= 2; at++) health.note('a', 'upstream-timeout', at);
    expect(await health.states(10)).toMatchObject([{ appId: 'a', isFailing: false }]);
    health.note('a', 'upstream-unavailable', 3);
    const lastError = { code: 'upstream-unavailable', at: 3 };
    const failing = { appId: 'a', isFailing: true, answeredAt: undefined, lastError };
    expect(await health.states(10)).toEqual([failing]);
    expect(await health.failing(undefined, 10)).toEqual([failing]);
    expect(await health.failing(['b'], 10)).toEqual([]);
    expect(await health.failing(['a', 'b'], 10)).toEqual([failing]);
    health.note('a', undefined, 4);
    expect(await health.states(10)).toEqual([{ ...failing, isFailing: false, answeredAt: 4 }]);
    expect(await health.failing(undefined, 10)).toEqual([]);
    expect(await health.stateOf('a')).toMatchObject({ isFailing: false, answeredAt: 4 });
  });

  it('is the same on all nodes, which count failures together', async () => {
    const [one, other] = [new UpstreamHealth(db), new UpstreamHealth(db)];
    one.note('a', 'upstream-timeout', 1);
    one.note('a', 'upstream-timeout', 2);
    await one.flush();
    other.note('a', 'answered-500', 3);
    expect(await other.stateOf('a')).toMatchObject({ isFailing: true });
    expect(await one.stateOf('a')).toEqual(await other.stateOf('a'));
    // An answer on one node is an answer.
    one.note('a', undefined, 4);
    await one.flush();
    other.note('a', 'answered-500', 5);
    expect(await other.stateOf('a')).toMatchObject({
      isFailing: false,
      answeredAt: 4,
      lastError: { code: 'answered-500', at: 5 },
    });
    // A node that starts anew knows what the others know.
    expect(await new UpstreamHealth(db).stateOf('a')).toEqual(await one.stateOf('a'));
  });

  it('has nothing to say of those that never failed, and forgets what is gone', async () => {
    const health = new UpstreamHealth(db);
    health.note('a', undefined);
    health.note('b', 'answered-500', 1);
    await health.flush();
    await forgetUpstream(db, 'b');
    health.note('b', 'answered-500', 2);
    health.forget('b');
    expect(await health.states(10)).toEqual([]);
    expect(await health.stateOf('a')).toMatchObject({ isFailing: false, lastError: undefined });
    expect(await health.stateOf('b')).toBeUndefined();
  });

  it('costs no write for each answer of one that works', async () => {
    const health = new UpstreamHealth(db);
    const now = Date.now();
    health.note('a', undefined, now);
    await health.flush();
    for (let at = 1; at < 9000; at += 100) health.note('a', undefined, now + at);
    expect(await health.stateOf('a')).toMatchObject({ answeredAt: now });
    health.note('a', undefined, now + 20_000);
    health.note('a', 'answered-500', now + 20_001);
    expect(await health.stateOf('a')).toMatchObject({ answeredAt: now + 20_000 });
  });

  it('is found without reading all of them', async () => {
    const plans = await plansOf(db, (tx) => listFailingUpstreams(tx, undefined, 10));
    for (const plan of plans) expect(plan).toMatch(/upstream_health_failing/);
  });
});
