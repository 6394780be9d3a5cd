import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';

import { checkDatabase } from '../../../commands/doctor/checkDatabase.ts';
import { pooledPostgres } from '../../../testing/pooledPostgres.ts';
import { type TestPlaceOnNetwork, postgres } from '../../../testing/testDatabase.ts';
import type { Change, Database } from '../Database.types.ts';
import { numberedClaims } from '../numberedClaims.ts';
import { numberedInserts } from '../numberedInserts.ts';
import { openProxy } from '../testing/openProxy.ts';
import { startPgBouncer } from '../testing/startPgBouncer.ts';
import { openPostgresDatabase } from './openPostgresDatabase.ts';

const [postgresUrl, pgbouncerPath] = [inject('postgresUrl'), inject('pgbouncerPath')];
const given =
  postgresUrl === undefined || pgbouncerPath === undefined ? [] : [{ postgresUrl, pgbouncerPath }];

const IGNORES =
  'ignore_startup_parameters = statement_timeout, idle_in_transaction_session_timeout, lock_timeout, options';
const INSERTS = numberedInserts({ table: 'push_clock', name: 'position' }, [
  { table: 'push_nodes', columns: { node: 'TEXT WITH NUMBER', alive_until: 'BIGINT' } },
]);
const CLAIMS = numberedClaims({
  clock: { table: 'push_clock', name: 'position' },
  waiting: {
    table: 'waiting_rows',
    where: 'number IS NULL AND why IS NULL AND id < ?',
    order: ['id'],
  },
  steps: [
    'UPDATE waiting_rows w SET number = c.number FROM claimed c WHERE id = row_id RETURNING w.*',
  ],
  aside: {
    columns: { reason: 'TEXT' },
    steps: ['UPDATE waiting_rows w SET why = reason FROM aside WHERE id = row_id RETURNING w.*'],
  },
});
const SKIPPED = 1_000_000;
const CHANGE = { topic: 'test', key: 'of another' };

const doctorOf = async (url: string) =>
  (await checkDatabase({ folder: '', database: { url }, objectsUrl: '' })).findings;
const next = (db: Database) =>
  db.insertNumbered(INSERTS, 1, { rowsFrom: (first) => [[[first, `n${first}`, 0]]] });

describe.each(given)('a pooler in front of PostgreSQL', (services) => {
  let place: TestPlaceOnNetwork;
  beforeEach(async () => {
    place = await postgres(services.postgresUrl).createPlace();
  });
  afterEach(() => place.remove());

  it.each([
    ['for a transaction', ['pool_mode = transaction', IGNORES]],
    ['without its settings', ['pool_mode = session', IGNORES]],
    ['as it is installed', ['pool_mode = transaction']],
  ])('that lends sessions %s is worked with, and found by the doctor', async (_, lines) => {
    const pooler = await startPgBouncer(services.pgbouncerPath, place.url, lines);
    try {
      const db = await openPostgresDatabase(pooler.url);
      expect(await next(db)).toBe(1);
      await db.close();
      expect(await doctorOf(pooler.url)).toEqual([
        {
          what: 'database',
          status: 'ok',
          detail: expect.stringContaining('A pooler lends its sessions'),
        },
        {
          what: 'database',
          status: 'warning',
          detail: expect.stringContaining('never end'),
          cure: expect.stringContaining('statement_timeout'),
        },
      ]);
    } finally {
      await pooler.stop();
    }
  });

  // It would work in another schema than the one that stands there.
  it('that leaves out the options of the address is refused, and found by the doctor', async () => {
    const lines = ['pool_mode = transaction', IGNORES];
    const pooler = await startPgBouncer(services.pgbouncerPath, place.url, lines);
    try {
      const url = `${pooler.url}?options=-c%20search_path%3Delsewhere`;
      await expect(openPostgresDatabase(url)).rejects.toThrow(/leaves out the "options"/);
      expect(await doctorOf(url)).toEqual([
        {
          what: 'database',
          status: 'failed',
          detail: expect.stringContaining('leads to a pooler'),
          cure: expect.stringContaining('ALTER ROLE'),
        },
      ]);
    } finally {
      await pooler.stop();
    }
  });

  it('is not taken for one where there is none', async () => {
    expect(await doctorOf(place.url)).toEqual([
      { what: 'database', status: 'ok', detail: expect.not.stringContaining('pooler') },
    ]);
  });
});

describe.each(given)('sessions that are lent for a transaction', (services) => {
  const engine = pooledPostgres(services.postgresUrl, services.pgbouncerPath);
  let place: Awaited<ReturnType<typeof engine.createPlace>>;
  let db: Database;
  let direct: Database;
  beforeEach(async () => {
    place = await engine.createPlace();
    db = await place.open();
    direct = await openPostgresDatabase(place.directUrl);
  });
  afterEach(async () => {
    await db.close();
    await direct.close();
    await place.remove();
  });

  const hear = (from: Database) => {
    const heard: (Change | undefined)[] = [];
    from.onChange((change) => heard.push(change));
    return heard;
  };
  /** What is found after a fail-over: it was written on another timeline, or in another cluster. */
  const replaceHistory = () =>
    direct.run(`UPDATE push_clock SET last = last - 1 WHERE name = 'history'`);
  it('bring news of changes to and from nodes that have their own', async () => {
    const [lent, own] = [hear(db), hear(direct)];
    await direct.transaction((tx) => tx.notify(CHANGE));
    await expect.poll(() => lent).toEqual([CHANGE]);
    await expect.poll(() => own).toEqual([CHANGE]);
    const other = { topic: 'test', key: 'back' };
    await db.transaction((tx) => tx.notify(other));
    await expect.poll(() => own).toEqual([CHANGE, other]);
    await expect.poll(() => lent).toEqual([CHANGE, other]);
  });

  it('bring each change once, whichever transaction ends first', async () => {
    const heard = hear(db);
    let commit = () => {};
    const until = new Promise<void>((resolve) => (commit = resolve));
    let isTold = () => {};
    const told = new Promise<void>((resolve) => (isTold = resolve));
    const slow = direct.transaction(async (tx) => {
      await tx.notify({ topic: 'test', key: 'slow' });
      isTold();
      await until;
    });
    await told;
    const keys = ['1', '2', '3'];
    for (const key of keys) {
      await direct.transaction((tx) => tx.notify({ topic: 'test', key }));
      await expect.poll(() => heard.at(-1)).toEqual({ topic: 'test', key });
    }
    commit();
    await slow;
    await expect.poll(() => heard.at(-1)).toEqual({ topic: 'test', key: 'slow' });
    await direct.transaction((tx) => tx.notify(CHANGE));
    await expect.poll(() => heard.at(-1)).toEqual(CHANGE);
    expect(heard.map((change) => change?.key)).toEqual([...keys, 'slow', CHANGE.key]);
  });

  it('do not keep what they told of changes', async () => {
    await db.transaction((tx) => tx.notify(CHANGE));
    await direct.run('UPDATE told_changes SET at = 0');
    const left = () => direct.all('SELECT id FROM told_changes');
    await expect.poll(left, { timeout: 10_000 }).toEqual([]);
  });

  it('have everybody look again at what changed when the pooler was away', async () => {
    const proxy = await openProxy(place.url);
    const node = await openPostgresDatabase(proxy.url);
    const heard = hear(node);
    await proxy.goAway();
    await expect.poll(() => heard).toEqual([undefined]);
    await direct.transaction((tx) => tx.notify(CHANGE));
    await proxy.comeBack();
    await expect.poll(() => heard).toEqual([undefined, CHANGE, undefined]);
    await node.close();
    await proxy.close();
  });

  it('make a send wait for the clock for five seconds, and not for ever', async () => {
    let letGo = () => {};
    const until = new Promise<void>((resolve) => (letGo = resolve));
    let isTaken = () => {};
    const taken = new Promise<void>((resolve) => (isTaken = resolve));
    const holding = direct.transaction(async (tx) => {
      await tx.run('SET LOCAL idle_in_transaction_session_timeout = 0');
      await tx.run(`UPDATE push_clock SET last = last WHERE name = 'position'`);
      isTaken();
      await until;
    });
    await taken;
    const began = performance.now();
    await expect(next(db)).rejects.toMatchObject({ code: 'unavailable' });
    expect(performance.now() - began).toBeLessThan(8000);
    letGo();
    await holding;
    expect(await next(db)).toBe(1);
  });

  it('end when their node stands still in a transaction', async () => {
    const began = performance.now();
    const standing = db.transaction(async (tx) => {
      await tx.run(`UPDATE push_clock SET last = last WHERE name = 'position'`);
      // Waits for it by another connection, as long as the clock is held.
      await direct.transaction((other) => other.run('UPDATE push_clock SET last = last'));
      await tx.get('SELECT 1');
    });
    await expect(standing).rejects.toMatchObject({ code: 'unavailable' });
    expect(performance.now() - began).toBeLessThan(8000);
  });

  it('give numbers and put aside in one statement, which tells all nodes, and does neither after a fail-over', async () => {
    await direct.run('CREATE TABLE waiting_rows (id BIGINT PRIMARY KEY, number BIGINT, why TEXT)');
    const wait = (...ids: number[]) =>
      direct.runMany(
        'INSERT INTO waiting_rows (id) VALUES (?)',
        ids.map((id) => [id]),
      );
    await wait(1, 2, 3);
    const [lent, own] = [hear(db), hear(direct)];
    const aside = {
      rows: [
        [2, 'not wanted'],
        [9, 'not there'],
      ],
      told: CHANGE,
    };
    const claim = () => db.claimNumbered(CLAIMS, { among: [10], at: 1, limit: 10, aside });
    expect(await claim()).toEqual([
      [
        { id: 1, number: 1, why: null },
        { id: 3, number: 2, why: null },
      ],
      [{ id: 2, number: null, why: 'not wanted' }],
    ]);
    await expect.poll(() => own).toEqual([CHANGE]);
    expect(lent).toEqual([CHANGE]);
    await wait(8, 9);
    await direct.run('CREATE TABLE dumped AS SELECT * FROM push_clock');
    await direct.run('TRUNCATE push_clock');
    await direct.run('INSERT INTO push_clock SELECT * FROM dumped');
    expect(await claim()).toEqual([[], []]);
  });

  it('that fail over keep positions from being used again, though connections to the pooler stay', async () => {
    expect(await next(db)).toBe(1);
    // As when a dump is loaded, which needs no new connection either.
    await direct.run('CREATE TABLE dumped AS SELECT * FROM push_clock');
    expect(await next(db)).toBe(2);
    await direct.run('TRUNCATE push_clock');
    await direct.run('INSERT INTO push_clock SELECT * FROM dumped');
    await direct.run('TRUNCATE push_nodes');
    expect(await next(db)).toBe(SKIPPED + 2);
  });

  it('agree with own ones on where the data comes from: nothing is skipped', async () => {
    for (let n = 1; n < 4; n++) expect(await next(n % 2 === 0 ? db : direct)).toBe(n);
    const another = await openPostgresDatabase(place.directUrl);
    const pooled = await place.open();
    expect(await next(pooled)).toBe(4);
    await Promise.all([another.close(), pooled.close()]);
    await replaceHistory();
    const later = await place.open();
    expect(await next(later)).toBeGreaterThan(SKIPPED);
    await later.close();
  });

  it('of a pooler that says nothing any more let sends go on within ten seconds', async () => {
    const proxy = await openProxy(place.url);
    const node = await openPostgresDatabase(proxy.url);
    expect(await next(node)).toBe(1);
    proxy.silence();
    const began = performance.now();
    await expect(next(node)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await next(node)).toBeGreaterThan(1);
    expect(performance.now() - began).toBeLessThan(13_000);
    await node.close();
    await proxy.close();
  });
});
