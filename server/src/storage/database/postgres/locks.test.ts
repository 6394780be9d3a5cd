import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';

import { postgres, type TestPlaceOnNetwork } from '../../../testing/testDatabase.ts';
import type { Database, HeldLock } from '../Database.types.ts';
import { countStatements } from '../testing/countStatements.ts';
import { openProxy, type Proxy } from '../testing/openProxy.ts';
import { openPostgresDatabase } from './openPostgresDatabase.ts';

const postgresUrl = inject('postgresUrl');

const MAX_WAIT_MS = 6000;
const LONGER_THAN_A_LEASE_MS = 7000;
const INSERT = `INSERT INTO tokens (id, name, secret_hash, scopes, created_at, expires_at)
  VALUES (?, 'x', '', '[]', 1, 0)`;

describe.each(postgresUrl === undefined ? [] : [postgresUrl])('a lock of several nodes', (at) => {
  let place: TestPlaceOnNetwork;
  let proxy: Proxy;
  let one: Database;
  let other: Database;
  beforeEach(async () => {
    place = await postgres(at).createPlace();
    proxy = await openProxy(place.url);
    one = await openPostgresDatabase(proxy.url);
    other = await place.open();
  });
  afterEach(async () => {
    await proxy.close();
    await Promise.all([one.close(), other.close()]);
    await place.remove();
  });

  /** Takes a lock on the first node, and keeps it until `letGo`. */
  const hold = async (work: (lock: HeldLock) => Promise<void> = async () => undefined) => {
    let letGo!: () => void;
    const until = new Promise<void>((resolve) => (letGo = resolve));
    let done!: Promise<void>;
    const lock = await new Promise<HeldLock>((resolve) => {
      done = one.withLock('name', async (held) => {
        resolve(held);
        await until;
        await work(held);
      });
    });
    return { lock, letGo, done };
  };
  const committed = () => other.all('SELECT id FROM tokens');
  /** As if its holder had stood still until now. */
  const outlast = () => other.run('UPDATE locks SET ends = 0');

  it('costs two statements while nobody else wants it, and leaves nothing', async () => {
    expect(await countStatements(() => one.withLock('name', async () => undefined))).toBe(2);
    expect(await other.all('SELECT name FROM locks')).toEqual([]);
  });

  it('goes to the next within six seconds when its holder is cut off, which learns of it', async () => {
    const { lock, letGo, done } = await hold();
    const lost = once(lock.signal, 'abort');
    // By new connections as well: otherwise it gets another one, and renews the lock in time.
    void proxy.freezeAfter(0);
    const cutOffAt = performance.now();
    expect(await other.withLock('name', async () => 'held')).toBe('held');
    expect(performance.now() - cutOffAt).toBeLessThan(MAX_WAIT_MS);
    await lost;
    expect(() => lock.signal.throwIfAborted()).toThrow(/stood still/);
    await proxy.goAway();
    letGo();
    await done;
  });

  it('is kept as long as its holder works', async () => {
    const { lock, letGo, done } = await hold();
    const order: string[] = [];
    const next = other.withLock('name', async () => void order.push('next'));
    await wait(LONGER_THAN_A_LEASE_MS);
    order.push('holder');
    expect(lock.signal.aborted).toBe(false);
    letGo();
    await Promise.all([done, next]);
    expect(order).toEqual(['holder', 'next']);
  });

  it('is not held any more by whoever comes back when another has had it: nothing is committed', async () => {
    const { letGo, done } = await hold((lock) =>
      one.transaction(async (tx) => {
        await lock.demand(tx);
        await tx.run(INSERT, 'late');
      }),
    );
    await outlast();
    await other.withLock('name', async () => void (await other.run(INSERT, 'next')));
    letGo();
    await expect(done).rejects.toMatchObject({ code: 'unavailable' });
    expect(await committed()).toEqual([{ id: 'next' }]);
  });

  it('goes to nobody while a transaction that demanded it is under way', async () => {
    const order: string[] = [];
    let demand!: () => void;
    const demanded = new Promise<void>((resolve) => (demand = resolve));
    const { letGo, done } = await hold((lock) =>
      one.transaction(async (tx) => {
        await lock.demand(tx);
        demand();
        await wait(500);
        await tx.run(INSERT, 'kept');
        order.push('commits');
      }),
    );
    letGo();
    await demanded;
    const ending = outlast();
    const next = other.withLock('name', async () => void order.push('next'));
    await Promise.all([ending, next, done]);
    expect(order).toEqual(['commits', 'next']);
    expect(await committed()).toEqual([{ id: 'kept' }]);
  });

  it('is not let go by whoever had it before', async () => {
    const { letGo, done } = await hold();
    await outlast();
    const order: string[] = [];
    const next = other.withLock('name', async () => {
      letGo();
      await done;
      const third = one.withLock('name', async () => void order.push('third'));
      await wait(100);
      order.push('next');
      return { third };
    });
    await (
      await next
    ).third;
    expect(order).toEqual(['next', 'third']);
  });
});
