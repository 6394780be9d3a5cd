import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createAdminTokens } from '../../operations/identity/adminTokens.ts';
import { revokeSecret } from '../../operations/identity/secretRows.ts';
import type { Database } from '../../storage/database/Database.types.ts';
import { openTestDatabase } from '../../testing/testDatabase.ts';
import { testEngines } from '../../testing/testEngines.ts';
import { Senders } from './Senders.ts';
import { findServerKey } from './serverKeyRows.ts';
import { SERVER_KEY_CHANGE, issueServerKey, rotateServerKey } from './serverKeys.ts';

describe.each(testEngines())('senders ($name)', (engine) => {
  let db: Database;
  let release: () => Promise<void>;
  beforeAll(async () => void ({ db, release } = await openTestDatabase({ engine })));
  afterAll(() => release());

  it('whose key is revoked while it is looked up are not remembered', async () => {
    const { id, key } = await issueServerKey(db, { name: 'Shop', scopes: ['send'] }, Date.now());
    // The row is read before the revocation is heard, and arrives after it.
    let hasRead!: () => void;
    const isRead = new Promise<void>((resolve) => (hasRead = resolve));
    let arrive!: () => void;
    const arrival = new Promise<void>((resolve) => (arrive = resolve));
    const slow: Database = {
      ...db,
      get: async (sql, ...parameters) => {
        const row = await db.get(sql, ...parameters);
        hasRead();
        await arrival;
        return row as never;
      },
    };
    const senders = new Senders(slow, [], createAdminTokens(db, []));
    try {
      const looking = senders.authenticate(`key=${key}`);
      await isRead;
      await db.transaction(async (tx) => {
        await revokeSecret(tx, 'server_keys', id, Date.now());
        await tx.notify({ topic: SERVER_KEY_CHANGE, key: id });
      });
      arrive();
      await looking;
      expect(senders.remembered(`key=${key}`)).toBeUndefined();
      expect(await senders.authenticate(`key=${key}`)).toBeUndefined();
    } finally {
      senders.close();
    }
  });

  const SECOND = 1000;
  const START = Date.parse('2026-11-02T09:30:00.000Z');
  const request = { name: 'Shop', scopes: ['send' as const] };

  /** Senders at a time that the test says. */
  const sendersAt = (time: { now: number }) =>
    new Senders(db, [], createAdminTokens(db, []), () => time.now);
  /** Whether a key is accepted, by what asks the database, and from memory. */
  const accepts = async (senders: Senders, key: string) => [
    (await senders.authenticate(`key=${key}`)) !== undefined,
    senders.remembered(`key=${key}`) !== undefined,
  ];

  it('whose key ends are refused from then on, also where it is remembered', async () => {
    const time = { now: START };
    const senders = sendersAt(time);
    try {
      const { key } = await issueServerKey(db, { ...request, expiresInSeconds: 60 }, START);
      time.now = START + 59 * SECOND;
      expect(await accepts(senders, key)).toEqual([true, true]);
      time.now = START + 60 * SECOND;
      expect(senders.remembered(`key=${key}`)).toBeUndefined();
      expect(await accepts(senders, key)).toEqual([false, false]);
    } finally {
      senders.close();
    }
  });

  it('use the old secret and the new one until the overlap is over, as the same sender', async () => {
    const time = { now: START };
    const senders = sendersAt(time);
    const rotate = async (id: string, overlapSeconds: number) => {
      const row = await findServerKey(db, id);
      const issued = await rotateServerKey(db, row!, { overlapSeconds }, time.now);
      await db.transaction((tx) => tx.notify({ topic: SERVER_KEY_CHANGE, key: id }));
      return issued;
    };
    try {
      const old = await issueServerKey(db, { ...request, expiresInSeconds: 100 }, START);
      time.now = START + 10 * SECOND;
      expect(await accepts(senders, old.key)).toEqual([true, true]);
      const fresh = await rotate(old.id, 30);
      expect(fresh).toMatchObject({
        id: old.id,
        // As long as the one before was issued for.
        expiresAt: new Date(START + 110 * SECOND).toISOString(),
        previous: { endsAt: new Date(START + 40 * SECOND).toISOString() },
      });
      for (const { key } of [old, fresh]) {
        await expect
          .poll(async () => (await senders.authenticate(`key=${key}`))?.actor)
          .toBe(old.id);
      }
      time.now = START + 40 * SECOND;
      expect(await accepts(senders, old.key)).toEqual([false, false]);
      expect(await accepts(senders, fresh.key)).toEqual([true, true]);

      const newest = await rotate(old.id, 3600);
      // Not longer than it was issued for.
      expect(newest.previous?.endsAt).toBe(fresh.expiresAt);
      const last = await rotate(old.id, 0);
      expect(last).not.toHaveProperty('previous');
      for (const { key } of [fresh, newest]) {
        await expect.poll(() => accepts(senders, key)).toEqual([false, false]);
      }
      expect(await accepts(senders, last.key)).toEqual([true, true]);
    } finally {
      senders.close();
    }
  });

  it('are noted as used once a minute, the old secret and the new one apart', async () => {
    const time = { now: START };
    const senders = sendersAt(time);
    const used = async (id: string) => {
      const row = await findServerKey(db, id);
      return [row!.last_used_at, row!.previous_used_at];
    };
    try {
      const { id, key } = await issueServerKey(db, request, START);
      expect(await used(id)).toEqual([null, null]);
      await senders.authenticate(`key=${key}`);
      expect(await used(id)).toEqual([START, null]);
      time.now = START + 59 * SECOND;
      await accepts(senders, key);
      expect(await used(id)).toEqual([START, null]);
      time.now = START + 60 * SECOND;
      senders.remembered(`key=${key}`);
      await expect.poll(() => used(id)).toEqual([time.now, null]);

      const row = await findServerKey(db, id);
      const fresh = await rotateServerKey(db, row!, { overlapSeconds: 3600 }, time.now);
      await db.transaction((tx) => tx.notify({ topic: SERVER_KEY_CHANGE, key: id }));
      expect(await used(id)).toEqual([null, time.now]);
      time.now = START + 180 * SECOND;
      await expect
        .poll(async () => {
          await senders.authenticate(`key=${key}`);
          return used(id);
        })
        .toEqual([null, time.now]);
      await senders.authenticate(`key=${fresh.key}`);
      expect(await used(id)).toEqual([time.now, time.now]);
    } finally {
      senders.close();
    }
  });
});
