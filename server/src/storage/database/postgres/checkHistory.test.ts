import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';

import { writeMark } from '../../../push/messages/clockRows.ts';
import { type TestPlaceOnNetwork, postgres } from '../../../testing/testDatabase.ts';
import type { Database } from '../Database.types.ts';
import { numberedInserts } from '../numberedInserts.ts';
import type { Skip } from './checkHistory.ts';
import { openPostgresDatabase } from './openPostgresDatabase.ts';

const url = inject('postgresUrl');
const INSERTS = numberedInserts({ table: 'push_clock', name: 'position' }, [
  { table: 'push_nodes', columns: { node: 'TEXT WITH NUMBER', alive_until: 'BIGINT' } },
]);
const SKIPPED = 1_000_000;

describe.each(url === undefined ? [] : [url])('positions on PostgreSQL', (postgresUrl) => {
  let place: TestPlaceOnNetwork;
  let db: Database;
  beforeEach(async () => {
    place = await postgres(postgresUrl).createPlace();
    db = await place.open();
  });
  afterEach(async () => {
    await db.close();
    await place.remove();
  });

  const next = (on: Database) =>
    on.insertNumbered(INSERTS, 1, { rowsFrom: (first) => [[[first, `n${first}`, 0]]] });
  /** What a connection finds after a fail-over: it was written on another timeline, or in another cluster. */
  const replaceHistory = () =>
    db.run(`UPDATE push_clock SET last = last - 1 WHERE name = 'history'`);

  it('go on by one on the same data, however many nodes connect', async () => {
    expect(await next(db)).toBe(1);
    const other = await place.open();
    expect(await next(other)).toBe(2);
    await other.close();
    expect(await db.all('SELECT node FROM push_nodes ORDER BY node')).toEqual([
      { node: 'n1' },
      { node: 'n2' },
    ]);
  });

  it('go on far ahead once, when a new connection leads to other data', async () => {
    expect(await next(db)).toBe(1);
    await replaceHistory();
    const others = await Promise.all([place.open(), place.open(), place.open()]);
    expect(await next(others[0])).toBe(SKIPPED + 2);
    expect(await next(db)).toBe(SKIPPED + 3);
    for (const other of others) await other.close();
  });

  it('go on far ahead when a dump of the tables was loaded, in the same running server', async () => {
    expect(await next(db)).toBe(1);
    await db.run('CREATE TABLE dumped AS SELECT * FROM push_clock');
    expect(await next(db)).toBe(2);
    await db.run('TRUNCATE push_clock');
    await db.run('INSERT INTO push_clock SELECT * FROM dumped');
    await db.run('TRUNCATE push_nodes');
    const other = await place.open();
    expect(await next(other)).toBe(SKIPPED + 2);
    await other.close();
  });

  it('and ids of devices go on far ahead, too: a node may have connections of some that are lost', async () => {
    const register = (token: string) =>
      db.get<{ id: number }>(
        `INSERT INTO devices (token_key, token, platform, owner_since, created_at, last_seen, position)
          VALUES (?, ?, 'web', 0, 0, 0, 0) RETURNING id`,
        token,
        token,
      );
    expect(await register('a')).toEqual({ id: 1 });
    await replaceHistory();
    const other = await place.open();
    expect((await register('b'))!.id).toBeGreaterThan(10_000);
    await other.close();
  });

  it('go on above all that can have been given away since the data was last in use', async () => {
    const day = 24 * 60 * 60 * 1000;
    await next(db);
    await writeMark(db, 'alive-at', Date.now() - day);
    await replaceHistory();
    const skips: Skip[] = [];
    const other = await openPostgresDatabase(place.url, (skip) => skips.push(skip));
    expect(await next(other)).toBeGreaterThan(SKIPPED + 100 * day);
    expect(skips).toEqual([{ keptUpTo: 1, position: expect.any(Number) }]);
    expect(skips[0]!.position).toBeGreaterThan(SKIPPED + 100 * day);
    await other.close();
  });

  it('go on far ahead before anything is stored by a connection that replaces a broken one', async () => {
    expect(await next(db)).toBe(1);
    await replaceHistory();
    await db.all(
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
        WHERE query LIKE 'WITH clock AS%' AND query LIKE '%push_nodes%' AND pid <> pg_backend_pid()`,
    );
    // The first may still get the connection that just broke.
    const [first, second] = [await Promise.allSettled([next(db)]), await next(db)];
    const isStored = first[0].status === 'fulfilled';
    expect(second).toBe(SKIPPED + (isStored ? 3 : 2));
  });
});
