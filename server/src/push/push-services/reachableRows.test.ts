import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Database } from '../../storage/database/Database.types.ts';
import type { TestPlace } from '../../testing/testDatabase.ts';
import { testEngines } from '../../testing/testEngines.ts';
import { tokenKeyOf } from '../devices/deviceToken.ts';
import { reachableInRange } from './reachableRows.ts';

/** The devices with these ids, and which topics they have. Those from 100 on are reached by no push service. */
const DEVICES: Record<number, string[]> = {
  1: [],
  2: ['a'],
  3: ['b'],
  4: ['a', 'b'],
  5: ['c'],
  100: ['a'],
};

describe.each(testEngines())('devices that are read for a message ($name)', (engine) => {
  let place: TestPlace;
  let db: Database;
  beforeAll(async () => {
    place = await engine.createPlace();
    db = await place.open();
    const isAlways = db.engine === 'postgres' ? 'OVERRIDING SYSTEM VALUE' : '';
    await db.runMany(
      `INSERT INTO devices (id, token_key, token, platform, owner_since, upstream, created_at, last_seen, position)
        ${isAlways} VALUES (?, ?, ?, 'android', 0, ?, 1, 1, 0)`,
      Object.keys(DEVICES).map((id) => [
        Number(id),
        tokenKeyOf(id),
        id,
        Number(id) < 100 ? '{}' : null,
      ]),
    );
    await db.runMany(
      'INSERT INTO topic_subscriptions (topic, device_id, since, added_at) VALUES (?, ?, 0, 0)',
      Object.entries(DEVICES).flatMap(([id, topics]) => topics.map((topic) => [topic, Number(id)])),
    );
  });
  afterAll(async () => {
    await db.close();
    await place.remove();
  });

  const read = async (topics: string[] | undefined, after = 0, limit = 10) =>
    (await reachableInRange(db, { after, until: 1000 }, topics, limit)).map(({ id }) => id);

  it('are those that have its topics, and nobody else, page by page', async () => {
    expect(await read(['nobody has it'])).toEqual([]);
    expect(await read(['a'])).toEqual([2, 4]);
    expect(await read(['a'], 2)).toEqual([4]);
    expect(await read(['b', 'a'])).toEqual([2, 3, 4]);
    expect(await read(['b', 'a'], 2, 1)).toEqual([3]);
  });

  it('are all of them where it is for those that do not have its topics', async () => {
    expect(await read(undefined)).toEqual([1, 2, 3, 4, 5]);
    expect(await read(undefined, 2, 2)).toEqual([3, 4]);
  });
});
