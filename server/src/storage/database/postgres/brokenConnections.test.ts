import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';

import type { Change, Database, Queries } from '../Database.types.ts';
import { numberedInserts } from '../numberedInserts.ts';
import { openProxy, type Proxy } from '../testing/openProxy.ts';
import { openPool } from './openPool.ts';
import { openPostgresDatabase } from './openPostgresDatabase.ts';
import { PostgresChangeListener } from './PostgresChangeListener.ts';

const postgresUrl = inject('postgresUrl');

const INSERTS = numberedInserts({ table: 'push_clock', name: 'position' }, [
  { table: 'push_nodes', columns: { node: 'TEXT WITH NUMBER', alive_until: 'BIGINT' } },
]);
const BACKEND = 'SELECT pg_backend_pid() AS pid';
const INSERT = `INSERT INTO tokens (id, name, secret_hash, scopes, created_at, expires_at)
  VALUES (?, 'x', '', '[]', 1, 0)`;

describe.skipIf(postgresUrl === undefined)('a connection to PostgreSQL that breaks', () => {
  const schema = `test_${randomUUID().replaceAll('-', '')}`;
  let admin: Client;
  let proxy: Proxy;
  let url: string;
  let db: Database;
  beforeEach(async () => {
    admin = new Client({ connectionString: postgresUrl });
    await admin.connect();
    await admin.query(`CREATE SCHEMA ${schema}`);
    proxy = await openProxy(postgresUrl!);
    const address = new URL(proxy.url);
    address.searchParams.set('options', `-c search_path=${schema}`);
    url = address.href;
    db = await openPostgresDatabase(url);
  });
  afterEach(async () => {
    await db.close();
    await proxy.close();
    await admin.query(`DROP SCHEMA ${schema} CASCADE`);
    await admin.end();
  });

  /** Ends a connection as a fail-over does, and waits until the news has arrived here. */
  const end = async (pid: number) => {
    await admin.query('SELECT pg_terminate_backend($1, 5000)', [pid]);
    await wait(50);
  };
  const pidOf = async (tx: Queries) => (await tx.get<{ pid: number }>(BACKEND))!.pid;

  it('hears others on its channel too, and does not mind what they say', async () => {
    const heard: (Change | undefined)[] = [];
    db.onChange((change) => heard.push(change));
    const change = { topic: 'registry', key: 'com.acme.orders' };
    const news = JSON.stringify({ ...change, schema, node: 'other' });
    for (const text of ['', 'hello', '{"topic":1}', 'null', news]) {
      await admin.query(`SELECT pg_notify('host_changes', $1)`, [text]);
    }
    await expect.poll(() => heard.at(-1)).toEqual(change);
    expect(heard).toHaveLength(1);
  });

  it('between two queries rejects their transaction, and is not used again', async () => {
    const broken = db.transaction(async (tx) => {
      await end(await pidOf(tx));
      await tx.run(INSERT, 'lost');
    });
    await expect(broken).rejects.toMatchObject({ code: 'unavailable' });
    expect(await db.all('SELECT id FROM tokens')).toEqual([]);
    await db.transaction((tx) => tx.run(INSERT, 'kept'));
    expect(await db.all('SELECT id FROM tokens')).toEqual([{ id: 'kept' }]);
  });

  it('in the middle of a query rejects its transaction', async () => {
    const broken = db.transaction(async (tx) => {
      const pid = await pidOf(tx);
      await Promise.all([tx.get('SELECT pg_sleep(20)'), end(pid)]);
    });
    await expect(broken).rejects.toMatchObject({ code: 'unavailable' });
    expect(await db.transaction((tx) => tx.run(INSERT, 'kept'))).toBe(1);
  });

  it('in the place of the answer to a commit makes this node look again at what changed', async () => {
    const heard: (Change | undefined)[] = [];
    db.onChange((change) => heard.push(change));
    proxy.loseAnswerTo('COMMIT');
    const unanswered = db.transaction(async (tx) => {
      await tx.run(INSERT, 'committed');
      await tx.notify({ topic: 'test', key: 'committed' });
    });
    await expect(unanswered).rejects.toMatchObject({ code: 'unavailable' });
    expect(heard).toEqual([undefined]);
    expect(await db.all('SELECT id FROM tokens')).toEqual([{ id: 'committed' }]);
  });

  it('without a word, and all others with it, fails what waits for it within 6 s, and then all goes on', async () => {
    // Many are open, so that one after the other would be found too late.
    await Promise.all(Array.from({ length: 16 }, () => db.all('SELECT pg_sleep(0.1)')));
    proxy.silence();
    const began = performance.now();
    await expect(db.get(BACKEND)).rejects.toMatchObject({ code: 'unavailable' });
    await expect(
      Promise.all(Array.from({ length: 16 }, () => db.get(BACKEND))),
    ).resolves.toHaveLength(16);
    expect(performance.now() - began).toBeLessThan(6000);
  });

  it('without a word keeps no sender waiting for more than 6 s, and those who wait behind it are served', async () => {
    const send = (name: string) =>
      db.insertNumbered(INSERTS, 1, { rowsFrom: (first) => [[[first, `${name} ${first}`, 0]]] });
    const before = await send('before');
    proxy.silence();
    const began = performance.now();
    const [first, ...behind] = await Promise.allSettled([send('one'), send('two'), send('three')]);
    expect(performance.now() - began).toBeLessThan(6000);
    expect(first.status).toBe('rejected');
    const numbers = behind.map((each) => each.status === 'fulfilled' && each.value);
    expect(numbers).toEqual([expect.any(Number), expect.any(Number)]);
    expect(Math.min(...(numbers as number[]))).toBeGreaterThan(before);
  });

  it('is not taken for silent while PostgreSQL is at work', async () => {
    expect(await db.get('SELECT 1 AS one FROM pg_sleep(4)')).toEqual({ one: 1 });
    const slowly = db.transaction(async (tx) => {
      await tx.run(INSERT, 'slow');
      await wait(3000);
      return tx.get("SELECT id FROM tokens WHERE id = 'slow'");
    });
    expect(await slowly).toEqual({ id: 'slow' });
  });

  it('without a word is noticed, and made again, and everybody looks again at what changed', async () => {
    const patience = { askEveryMs: 50, answerWithinMs: 500 };
    const pool = openPool({ connectionString: url });
    const listener = new PostgresChangeListener(pool, url, schema, patience);
    await listener.connect();
    const heard: (Change | undefined)[] = [];
    listener.onChange((change) => heard.push(change));
    const tell = (key: string) =>
      admin.query('SELECT pg_notify($1, $2)', [
        'host_changes',
        JSON.stringify({ topic: 'test', key, schema, node: 'another' }),
      ]);
    await tell('before');
    await expect.poll(() => heard).toEqual([{ topic: 'test', key: 'before' }]);

    proxy.silence();
    await tell('missed');
    // Once when it is noticed, once when it listens again.
    await expect.poll(() => heard.slice(1), { timeout: 5000 }).toEqual([undefined, undefined]);
    await tell('after');
    await expect.poll(() => heard.at(-1)).toEqual({ topic: 'test', key: 'after' });
    await listener.close();
    await pool.end();
  });
});
