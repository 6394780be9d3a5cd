import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { Database } from '../../storage/database/Database.types.ts';
import type { TestPlace } from '../../testing/testDatabase.ts';
import { testEngines } from '../../testing/testEngines.ts';
import { readMark } from './clockRows.ts';
import { countNewSends, listSendDays } from './sendDayRows.ts';

const DAY = '2026-01-01';
const NOW = Date.parse(DAY);
const MAX_STEPS = 3;

describe.each(testEngines())('sends by day, on $name', (engine) => {
  let place: TestPlace;
  let db: Database;
  beforeEach(async () => {
    place = await engine.createPlace();
    db = await place.open();
  });
  afterEach(async () => {
    await db.close();
    await place.remove();
  });

  const store = (...ids: number[]) =>
    db.runMany(
      `INSERT INTO push_messages (id, position, sender, topic, payload, has_notification, state, created_at, send_at, expires_at)
        VALUES (?, ?, 'shop', 'all', '{}', 0, 'stored', ?, ?, ?)`,
      ids.map((id) => [id, id, NOW, NOW, NOW]),
    );
  const moveClock = (last: number) =>
    db.run(`UPDATE push_clock SET last = ? WHERE name = 'position'`, last);
  const accepted = async () => (await listSendDays(db, DAY, 'shop'))[0]?.accepted;

  it('are each counted once', async () => {
    await store(1, 2, 3);
    await moveClock(3);
    expect(await countNewSends(db)).toBe(3);
    expect(await countNewSends(db)).toBe(0);
    await store(4);
    await moveClock(4);
    expect(await countNewSends(db)).toBe(1);
    expect(await accepted()).toBe(4);
  });

  it('are counted in a few steps across the numbers that a stopped server leaves out', async () => {
    const [before, after, head] = [2, 4_000_000_001, 9_000_000_000];
    await store(before, after);
    await moveClock(head);
    for (let step = 0; step < MAX_STEPS; step++) await countNewSends(db);
    expect(await accepted()).toBe(2);
    expect(await readMark(db, 'sends-counted')).toBe(head);
  });
});
