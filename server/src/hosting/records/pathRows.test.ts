import { describe, expect, it, onTestFinished } from 'vitest';

import { MAX_FORMER_PATH_SECONDS } from '../../operations/quotas/quotaLimits.ts';
import { openTestDatabase } from '../../testing/testDatabase.ts';
import { testEngines } from '../../testing/testEngines.ts';
import { claimUsualPath, movePath, pathToBe } from './pathRows.ts';

const HELD_MS = MAX_FORMER_PATH_SECONDS * 1000;

describe.each(testEngines())('the path that a mini-app would get ($name)', (engine) => {
  const open = async () => {
    const { db, release } = await openTestDatabase({ engine });
    onTestFinished(release);
    const register = async (appId: string) => {
      await db.run(
        `INSERT INTO mini_programs (app_id, name, latest_version, latest_order, created_at, updated_at)
          VALUES (?, 'Some', '1.0.0', '1', 1, 1)`,
        appId,
      );
      await db.transaction((tx) => claimUsualPath(tx, appId));
    };
    return { db, register };
  };

  it('is the first of its candidates that nobody has', async () => {
    const { db, register } = await open();
    expect(await pathToBe(db, 'com.acme.orders')).toBe('orders');
    await register('org.other.orders');
    expect(await pathToBe(db, 'com.acme.orders')).toBe('acme-orders');
    await register('net.acme.orders');
    expect(await pathToBe(db, 'com.acme.orders')).toBe('com-acme-orders');
    await register('com.acme.orders');
    expect(await pathToBe(db, 'com.acme.orders')).toBe('com-acme-orders');
    expect(await pathToBe(db, 'com.orders')).toBe('com-orders');
  });

  it('is none when others have all of them', async () => {
    const { db, register } = await open();
    await register('org.other.orders');
    await register('other.com.orders');
    expect(await pathToBe(db, 'com.orders')).toBeUndefined();
  });

  it('is the one that it has, wherever it moved', async () => {
    const { db, register } = await open();
    await register('com.acme.orders');
    await db.transaction((tx) => movePath(tx, 'com.acme.orders', 'shop', Date.now()));
    expect(await pathToBe(db, 'com.acme.orders')).toBe('shop');
  });

  it('is none that somebody else had until recently, and may be one that was given up long ago', async () => {
    const { db, register } = await open();
    await register('org.other.orders');
    const moveAt = (path: string, at: number) =>
      db.transaction((tx) => movePath(tx, 'org.other.orders', path, at));
    await moveAt('shop', Date.now());
    expect(await pathToBe(db, 'com.acme.orders')).toBe('acme-orders');
    await db.run('UPDATE former_paths SET given_up_at = ?', Date.now() - HELD_MS - 1000);
    expect(await pathToBe(db, 'com.acme.orders')).toBe('orders');
  });
});
