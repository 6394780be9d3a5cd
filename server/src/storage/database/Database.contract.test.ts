import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import type { TestPlace } from '../../testing/testDatabase.ts';
import { pooledPostgres } from '../../testing/pooledPostgres.ts';
import { testEngines } from '../../testing/testEngines.ts';
import type { Change, Database } from './Database.types.ts';
import { migrations } from './migrations/migrations.ts';
import { rowLock, rowUpdate } from './rowUpdate.ts';

const INSERT = `INSERT INTO tokens (id, name, secret_hash, scopes, created_at, expires_at)
  VALUES (?, ?, '', '[]', ?, 0)`;

const [postgresUrl, pgbouncerPath] = [inject('postgresUrl'), inject('pgbouncerPath')];
const shared = [
  ...testEngines().filter(({ name }) => name === 'PostgreSQL'),
  ...(postgresUrl && pgbouncerPath ? [pooledPostgres(postgresUrl, pgbouncerPath)] : []),
];
const engines = [...testEngines().filter(({ name }) => name !== 'PostgreSQL'), ...shared];

describe.each(engines)('a database ($name)', (engine) => {
  let place: TestPlace;
  let db: Database;

  beforeAll(async () => {
    place = await engine.createPlace();
    db = await place.open();
  });
  afterAll(async () => {
    await db.close();
    await place.remove();
  });

  it('gives back text, numbers up to 2^53 and null as they were', async () => {
    const text = `quotes ' " ? \\ and ünïcode 🙂`;
    expect(await db.run(INSERT, 'values', text, Number.MAX_SAFE_INTEGER)).toBe(1);
    expect(
      await db.get('SELECT name, created_at, apps FROM tokens WHERE id = ?', 'values'),
    ).toMatchObject({ name: text, created_at: Number.MAX_SAFE_INTEGER, apps: null });
  });

  it('answers undefined where no row is, and counts the rows it touched', async () => {
    expect(await db.get('SELECT * FROM tokens WHERE id = ?', 'nobody')).toBeUndefined();
    expect(await db.all('SELECT * FROM tokens WHERE id = ?', 'nobody')).toEqual([]);
    expect(await db.run('DELETE FROM tokens WHERE id = ?', 'nobody')).toBe(0);
  });

  it('leaves a question mark inside quotes alone', async () => {
    expect(await db.get(`SELECT '?' AS mark, CAST(? AS INTEGER) AS number`, 7)).toMatchObject({
      mark: '?',
      number: 7,
    });
  });

  it('orders text by its bytes', async () => {
    for (const name of ['b', 'a', 'B', 'ä', '_']) await db.run(INSERT, `order ${name}`, name, 1);
    const rows = await db.all<{ name: string }>(
      `SELECT name FROM tokens WHERE id LIKE 'order %' ORDER BY name`,
    );
    expect(rows.map(({ name }) => name)).toEqual(['B', '_', 'a', 'b', 'ä']);
  });

  it('keeps all of a transaction that resolves and nothing of one that rejects', async () => {
    await db.transaction(async (tx) => {
      await tx.run(INSERT, 'kept 1', 'x', 1);
      await tx.run(INSERT, 'kept 2', 'x', 1);
    });
    const failed = db.transaction(async (tx) => {
      await tx.run(INSERT, 'lost', 'x', 1);
      throw new Error('changed my mind');
    });
    await expect(failed).rejects.toThrow('changed my mind');
    const rows = await db.all(`SELECT id FROM tokens WHERE id IN ('kept 1', 'kept 2', 'lost')`);
    expect(rows).toHaveLength(2);
  });

  it('rejects a transaction whose statement fails, and goes on', async () => {
    const failed = db.transaction((tx) => tx.run('INSERT INTO no_such_table VALUES (1)'));
    await expect(failed).rejects.toThrow(/no_such_table/);
    expect(await db.run(INSERT, 'after a failure', 'x', 1)).toBe(1);
  });

  it('shows what a transaction did to others only when it is committed', async () => {
    let seenInside: unknown;
    await db.transaction(async (tx) => {
      await tx.run(INSERT, 'not yet', 'x', 1);
      seenInside = await db.get('SELECT id FROM tokens WHERE id = ?', 'not yet');
    });
    expect(seenInside).toBeUndefined();
    expect(await db.get('SELECT id FROM tokens WHERE id = ?', 'not yet')).toBeDefined();
  });

  it('changes many rows, each by values of its own', async () => {
    const update = rowUpdate({
      table: 'tokens',
      set: 'name = ?, revoked_at = ?',
      where: 'id = ? AND created_at < ?',
      types: ['TEXT', 'BIGINT', 'TEXT', 'BIGINT'],
      order: 'id',
    });
    for (const id of ['many 1', 'many 2', 'many 3']) await db.run(INSERT, id, 'before', 10);
    await db.transaction(async (tx) => {
      await tx.updateMany(update, []);
      await tx.updateMany(update, [
        [`quotes ' " ? and 🙂`, Number.MAX_SAFE_INTEGER, 'many 1', 11],
        ['after', null, 'many 2', 11],
        ['too late', 1, 'many 3', 10],
        ['nobody', 1, 'many 4', 11],
      ]);
    });
    expect(
      await db.all(`SELECT id, name, revoked_at FROM tokens WHERE id LIKE 'many %' ORDER BY id`),
    ).toEqual([
      { id: 'many 1', name: `quotes ' " ? and 🙂`, revoked_at: Number.MAX_SAFE_INTEGER },
      { id: 'many 2', name: 'after', revoked_at: null },
      { id: 'many 3', name: 'before', revoked_at: null },
    ]);
  });

  it('keeps others from changing rows that a transaction has locked, until it ends', async () => {
    await db.run(INSERT, 'locked', 'x', 777);
    const order: string[] = [];
    let holder: Promise<void> | undefined;
    await new Promise<void>((resolve) => {
      holder = db.transaction(async (tx) => {
        await tx.lockMany(rowLock({ table: 'tokens', key: ['created_at'] }), () => [[777], [778]]);
        resolve();
        await wait(50);
        order.push('the holder ends');
      });
    });
    const other = db
      .run(`UPDATE tokens SET name = 'y' WHERE id = 'locked'`)
      .then(() => order.push('the other changes'));
    await Promise.all([holder, other]);
    expect(order).toEqual(['the holder ends', 'the other changes']);
  });

  it('loses no update when many transactions raise the same number', async () => {
    await db.run(INSERT, 'counter', 'x', 0);
    const raise = () =>
      db.transaction((tx) =>
        tx.run('UPDATE tokens SET created_at = created_at + 1 WHERE id = ?', 'counter'),
      );
    await Promise.all(Array.from({ length: 50 }, raise));
    expect(await db.get('SELECT created_at FROM tokens WHERE id = ?', 'counter')).toMatchObject({
      created_at: 50,
    });
  });

  it('lets one caller at a time hold a lock, in other names as many as like', async () => {
    let inside = 0;
    let most = 0;
    const work = async () => {
      most = Math.max(most, ++inside);
      await wait(5);
      inside--;
    };
    await Promise.all(Array.from({ length: 8 }, () => db.withLock('same', work)));
    expect(most).toBe(1);

    let other = 0;
    await db.withLock('one', () => db.withLock('two', async () => void other++));
    expect(other).toBe(1);
  });

  it('gives every caller a lock inside a lock, however many come at once', async () => {
    const both = (name: string) => db.withLock(name, () => db.withLock('inner', async () => name));
    const names = Array.from({ length: 20 }, (_, index) => `outer ${index}`);
    expect(await Promise.all(names.map(both))).toEqual(names);
    expect(await Promise.all(names.map(() => both('outer')))).toEqual(names.map(() => 'outer'));
  });

  it('gives a lock at once to those who need it shortly, however many hold one for long', async () => {
    let finish!: () => void;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const uploads = Array.from({ length: 32 }, (_, index) =>
      db.withLock(`version ${index}`, () => finished),
    );
    expect(await db.withLock('send', async () => 'sent')).toBe('sent');
    finish();
    await Promise.all(uploads);
  });

  it('frees a lock when the work under it fails', async () => {
    await expect(
      db.withLock('failing', () => Promise.reject(new Error('no luck'))),
    ).rejects.toThrow('no luck');
    expect(await db.withLock('failing', async () => 'free')).toBe('free');
  });

  it('tells of a change after the commit, and never of one that was rolled back', async () => {
    const heard: (Change | undefined)[] = [];
    const stop = db.onChange((change) => heard.push(change));
    await db
      .transaction(async (tx) => {
        await tx.notify({ topic: 'test', key: 'rolled back' });
        throw new Error('no');
      })
      .catch(() => undefined);
    await db.transaction(async (tx) => tx.notify({ topic: 'test', key: 'committed' }));
    await expect.poll(() => heard).toEqual([{ topic: 'test', key: 'committed' }]);
    stop();
  });

  it('has told this node of a change when its transaction resolves', async () => {
    const heard: (Change | undefined)[] = [];
    const stop = db.onChange((change) => heard.push(change));
    await db.transaction(async (tx) => tx.notify({ topic: 'test', key: 'mine' }));
    expect(heard).toEqual([{ topic: 'test', key: 'mine' }]);
    stop();
  });

  it('tells everybody of a change, and keeps it, when one of those who are told fails', async () => {
    const warned = once(process, 'warning');
    const heard: (Change | undefined)[] = [];
    const stops = [
      db.onChange(() => {
        throw new Error('a listener failed');
      }),
      db.onChange((change) => heard.push(change)),
    ];
    await db.transaction(async (tx) => {
      await tx.run(INSERT, 'told of', 'x', 1);
      await tx.notify({ topic: 'test', key: 'told of' });
    });
    expect(heard).toEqual([{ topic: 'test', key: 'told of' }]);
    expect(await db.get('SELECT id FROM tokens WHERE id = ?', 'told of')).toBeDefined();
    expect(await warned).toMatchObject([{ message: 'a listener failed' }]);
    for (const stop of stops) stop();
  });

  it('keeps the audit log append-only', async () => {
    await db.run(
      `INSERT INTO audit_log (at, actor, action, target, address, request_id, details)
        VALUES (1, 'a', 'b', 'c', 'd', 'e', '{}')`,
    );
    await expect(db.run(`UPDATE audit_log SET actor = 'somebody else'`)).rejects.toThrow(
      /append-only/,
    );
    await expect(db.run('DELETE FROM audit_log')).rejects.toThrow(/append-only/);
  });

  it('has what was committed when it is opened again', async () => {
    await db.run(INSERT, 'durable', 'x', 1);
    await db.close();
    db = await place.open();
    expect(await db.get('SELECT id FROM tokens WHERE id = ?', 'durable')).toBeDefined();
    await db.check();
  });
});

describe.each(engines)('a new database ($name)', (engine) => {
  it('is migrated once when several open it at the same time', async () => {
    const place = await engine.createEmptyPlace();
    // The embedded one belongs to one process, which opens it once.
    const openings = engine.name.startsWith('PostgreSQL') ? 4 : 1;
    const opened = await Promise.all(Array.from({ length: openings }, () => place.open()));
    expect(await opened[0]!.all('SELECT id FROM schema_migrations')).toHaveLength(
      migrations.length,
    );
    await Promise.all(opened.map((db) => db.close()));
    await place.remove();
  });

  it('that a newer server migrated is refused, with the way out', async () => {
    const place = await engine.createPlace();
    const db = await place.open();
    await db.run(`INSERT INTO schema_migrations (id, name, applied_at) VALUES (999, 'future', 1)`);
    await db.close();
    await expect(place.open()).rejects.toThrow(/newer server \(migration 999 "future"\)/);
    await place.remove();
  });
});

describe.each(shared)('two nodes on $name', (engine) => {
  it('hear of each other’s changes and share locks', async () => {
    const place = await engine.createPlace();
    const [one, two] = await Promise.all([place.open(), place.open()]);
    const heard: (Change | undefined)[] = [];
    two.onChange((change) => heard.push(change));
    await one.transaction(async (tx) => tx.notify({ topic: 'test', key: 'from one' }));
    await expect.poll(() => heard).toEqual([{ topic: 'test', key: 'from one' }]);

    const order: string[] = [];
    let enter = () => undefined as void;
    const isHeld = new Promise<void>((resolve) => (enter = resolve));
    const first = one.withLock('shared', async () => {
      enter();
      await wait(20);
      order.push('one');
    });
    await isHeld;
    await Promise.all([first, two.withLock('shared', async () => void order.push('two'))]);
    expect(order).toEqual(['one', 'two']);
    await Promise.all([one.close(), two.close()]);
    await place.remove();
  });
});
