import { describe, expect, it } from 'vitest';

import type { Database } from '../../storage/database/Database.types.ts';
import { openTestDatabase } from '../../testing/testDatabase.ts';
import { testEngines } from '../../testing/testEngines.ts';
import { findDeviceById, noteSeen } from '../devices/deviceRows.ts';
import { expireUnseen } from './expireDevices.ts';
import { insertDevice } from './ownershipRows.ts';
import { removeUnreachable } from './removeDevices.ts';

describe.each(testEngines())('a device that is forgotten ($name)', (engine) => {
  const addDevice = async (db: Database, address: string | null = null) => {
    const device = await insertDevice(db, {
      token: 'phone',
      platform: 'android',
      app: null,
      personId: null,
      address,
      now: 1,
      position: 0,
      hasCome: true,
    });
    return device!.id;
  };
  const onDatabase = async (work: (db: Database) => Promise<void>) => {
    const { db, release } = await openTestDatabase({ engine });
    try {
      await work(db);
    } finally {
      await release();
    }
  };

  it('stays when it comes back at that moment', () =>
    onDatabase(async (db) => {
      const id = await addDevice(db);
      let forgetting: Promise<number> | undefined;
      await db.transaction(async (tx) => {
        await noteSeen(tx, id, 1000);
        forgetting = expireUnseen(db, 500, 10);
        // With one writer it waits for this transaction; several nodes pass over what others work on.
        if (db.isShared) await forgetting;
      });
      expect(await forgetting).toBe(0);
      expect(await findDeviceById(db, id)).toMatchObject({ last_seen: 1000 });
    }));

  it('goes when its service has lost it, and stays when it has another address by then', () =>
    onDatabase(async (db) => {
      const id = await addDevice(db, '{"transport":"fcm","token":"new"}');
      await removeUnreachable(db, id, '{"transport":"fcm","token":"old"}');
      expect(await findDeviceById(db, id)).toBeDefined();
      await removeUnreachable(db, id, '{"transport":"fcm","token":"new"}');
      expect(await findDeviceById(db, id)).toBeUndefined();
    }));

  it('goes with as many others as were asked for, and no more', () =>
    onDatabase(async (db) => {
      await addDevice(db);
      await db.runMany(
        `INSERT INTO devices (token_key, token, platform, owner_since, created_at, last_seen, position, has_come)
          VALUES (?, ?, 'web', 0, 1, 1, 0, 1)`,
        Array.from({ length: 260 }, (_, index) => [`k${index}`, `t${index}`]),
      );
      expect(await expireUnseen(db, 500, 250)).toBe(250);
      expect(await expireUnseen(db, 500, 250)).toBe(11);
      expect(await db.all('SELECT id FROM devices')).toEqual([]);
    }));
});
