import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { Database } from '../../storage/database/Database.types.ts';
import type { TestPlace } from '../../testing/testDatabase.ts';
import { testEngines } from '../../testing/testEngines.ts';
import { createSealer } from './createSealer.ts';
import { SigningKeys } from './SigningKeys.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

describe.each(testEngines())('signing keys ($name)', (engine) => {
  const sealing = createSealer('a secret');
  let place: TestPlace;
  let db: Database;
  const opened: SigningKeys[] = [];
  const clock = { now: 0 };
  const open = async (on = db, key = sealing) => {
    const keys = await SigningKeys.open(on, key, () => clock.now);
    opened.push(keys);
    return keys;
  };
  const idsOf = (keys: SigningKeys) => keys.publicSet().keys.map(({ kid }) => kid);
  beforeEach(async () => {
    clock.now = Date.parse('2026-01-01');
    place = await engine.createPlace();
    db = await place.open();
  });
  afterEach(async () => {
    for (const keys of opened.splice(0)) keys.close();
    await db.close();
    await place.remove();
  });

  it('are made at the first start, once for all who start at the same time', async () => {
    const all = await Promise.all([open(), open(), open()]);
    expect(new Set(all.map((keys) => keys.current().id)).size).toBe(1);
    expect(idsOf(all[0])).toEqual([all[0].current().id]);
  });

  it('are kept over a restart, and lie sealed in the database', async () => {
    const first = await open();
    const rows = JSON.stringify(await db.all('SELECT * FROM signing_keys'));
    expect(rows).toContain(first.current().id);
    expect(rows).not.toContain('"d"');
    expect((await open()).current().id).toBe(first.current().id);
    await expect(open(db, createSealer('another'))).rejects.toThrow(/authenticate/);
  });

  it('are public without their private half', async () => {
    const [jwk] = (await open()).publicSet().keys;
    expect(Object.keys(jwk!).toSorted()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
  });

  it('rotate: the next is published a day before it signs, the last for a day after', async () => {
    const keys = await open();
    const begin = clock.now;
    const old = keys.current().id;
    const at = async (days: number) => {
      clock.now = begin + days * DAY_MS;
      await keys.rotate();
    };

    await at(28.9);
    expect(idsOf(keys)).toEqual([old]);
    await at(29);
    expect(idsOf(keys)).toHaveLength(2);
    expect(keys.current().id).toBe(old);
    const next = idsOf(keys)[1]!;
    await at(30);
    expect(keys.current().id).toBe(next);
    expect(keys.find(old)).toBeDefined();
    await at(31);
    expect(idsOf(keys)).toEqual([next]);
    expect(keys.find(old)).toBeUndefined();
    expect(await db.all('SELECT id FROM signing_keys')).toHaveLength(1);
  });

  it('of a server that stood still for months still have a day of overlap', async () => {
    const keys = await open();
    const old = keys.current().id;
    clock.now += 200 * DAY_MS;
    await keys.rotate();
    expect(keys.current().id).toBe(old);
    expect(idsOf(keys)).toHaveLength(2);
    clock.now += DAY_MS;
    expect(keys.current().id).not.toBe(old);
  });

  it('that one node makes are known to the others', async () => {
    const other = engine.name === 'embedded' ? db : await place.open();
    const [here, there] = [await open(), await open(other)];
    clock.now += 29 * DAY_MS;
    await here.rotate();
    await vi.waitFor(() => expect(idsOf(there)).toEqual(idsOf(here)), { timeout: 20_000 });
    expect(idsOf(here)).toHaveLength(2);
    if (other !== db) await other.close();
  });

  it('are replaced when somebody wants it: known at once, signing when copies of the set have ended', async () => {
    const keys = await open();
    const [old] = idsOf(keys);
    const made = await db.transaction((tx) => keys.replace(tx, { revokes: false }));
    await keys.reload();
    expect(idsOf(keys)).toEqual([old, made]);
    expect(keys.current().id).toBe(old);
    clock.now += 15 * 60 * 1000;
    expect(keys.current().id).toBe(made);
    expect(keys.find(old)).toBeDefined();
    clock.now += DAY_MS;
    expect(keys.find(old)).toBeUndefined();
  });

  it('are replaced at once and the old ones are gone when these may have leaked, on every node', async () => {
    const keys = await open();
    const [old] = idsOf(keys);
    const other = await open(engine.name === 'PostgreSQL' ? await place.open() : db);
    const made = await db.transaction((tx) => keys.replace(tx, { revokes: true }));
    await keys.reload();
    expect([keys.current().id, keys.find(old)]).toEqual([made, undefined]);
    await expect.poll(() => idsOf(other), { timeout: 10_000 }).toEqual([made]);
  });
});
