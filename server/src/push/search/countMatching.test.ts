import { parseCondition } from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Database } from '../../storage/database/Database.types.ts';
import { openTestDatabase } from '../../testing/testDatabase.ts';
import { testEngines } from '../../testing/testEngines.ts';
import { matches } from '../conditions/matches.ts';
import { countMatching } from './countMatching.ts';

const DEVICES = 300;
/** Which devices have a topic: every so many. */
const TOPICS = { all: 1, half: 2, third: 3, few: 97 };

describe.each(testEngines())('counting the devices that meet a condition ($name)', (engine) => {
  let db: Database;
  let release: () => Promise<void>;
  const topicsOf: Set<string>[] = [];
  beforeAll(async () => {
    ({ db, release } = await openTestDatabase({ engine }));
    await db.runMany(
      `INSERT INTO devices (token_key, token, platform, owner_since, created_at, last_seen, position)
        VALUES (?, 'token', 'ios', 1, 1, 1, 0)`,
      Array.from({ length: DEVICES }, (_, index) => [`key ${index}`]),
    );
    const ids = await db.all<{ id: number }>('SELECT id FROM devices ORDER BY id');
    const rows: [string, number][] = [];
    for (const [index, { id }] of ids.entries()) {
      const topics = Object.entries(TOPICS).filter(([, every]) => index % every === 0);
      topicsOf.push(new Set(topics.map(([topic]) => topic)));
      for (const [topic] of topics) rows.push([topic, id]);
    }
    await db.runMany(
      'INSERT INTO topic_subscriptions (topic, device_id, since, added_at) VALUES (?, ?, 0, 0)',
      rows,
    );
  });
  afterAll(() => release());

  /** A database that counts what it is asked. */
  function counting(): { queries: Pick<Database, 'get' | 'all'> & Database; asked: () => number } {
    let asked = 0;
    const queries = new Proxy(db, {
      get: (target, name: keyof Database) => {
        if (name !== 'get') return target[name];
        return (...args: Parameters<Database['get']>) => {
          asked++;
          return target.get(...args);
        };
      },
    });
    return { queries, asked: () => asked };
  }

  it.each([
    `'half' in topics`,
    `'half' in topics && 'third' in topics`,
    `'half' in topics || 'third' in topics || 'few' in topics`,
    `'half' in topics && !('third' in topics)`,
    `!('half' in topics)`,
    `'few' in topics || !('all' in topics)`,
    `('half' in topics || 'few' in topics) && ('third' in topics || 'none' in topics)`,
  ])('is exact, however many pages it takes: %s', async (text) => {
    const condition = parseCondition(text)!;
    const devices = topicsOf.filter((topics) => matches(condition, topics)).length;
    for (const pageSize of [7, 100, DEVICES, 1000]) {
      expect(await countMatching(db, condition, { pageSize })).toEqual({ devices, isExact: true });
    }
  });

  it('looks only at devices that have one of its topics, those of the rarest where all are needed', async () => {
    for (const text of [
      `'none' in topics || 'nobody' in topics`,
      `'few' in topics && 'all' in topics`,
    ]) {
      const { queries, asked } = counting();
      await countMatching(queries, parseCondition(text)!, { pageSize: 5 });
      // Its two topics, and one page.
      expect(asked()).toBe(2 + 1);
    }
  });

  it('lets other work run between its pages', async () => {
    let turns = 0;
    let isCounting = true;
    const turn = () => {
      turns++;
      if (isCounting) setImmediate(turn);
    };
    setImmediate(turn);
    await countMatching(db, parseCondition(`'all' in topics`)!, { pageSize: 10 });
    isCounting = false;
    expect(turns).toBeGreaterThanOrEqual(DEVICES / 10 - 1);
  });

  it.each([{ maxCounted: 50 }, { maxLooked: 100 }])(
    'estimates the rest beyond %o, and says so',
    async (bounds) => {
      const condition = parseCondition(`!('half' in topics)`)!;
      const counted = await countMatching(db, condition, { pageSize: 10, ...bounds });
      expect(counted.isExact).toBe(false);
      expect(Math.abs(counted.devices - DEVICES / 2)).toBeLessThan(10);
    },
  );
});
