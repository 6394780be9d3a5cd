import { describe, expect, it } from 'vitest';

import { checkLog } from './checkLog.ts';
import type { FleetEvent } from './FleetEvent.types.ts';
import { good, lostByDatabase } from './goodLog.testing.ts';

describe('the checker of a database that is put back', () => {
  it('finds that nobody said what is gone', () => {
    expect(checkLog([...good, lostByDatabase(5, [], undefined)])).toEqual([
      'Nobody said what a database lost that was put back.',
    ]);
  });

  it('finds a message that is gone and was said to be kept, and the other way round', () => {
    expect(checkLog([...good, lostByDatabase(5, ['7', '9'], 7)])).toEqual([
      'The id 7 is gone, and was said to be kept.',
    ]);
    expect(checkLog([...good, lostByDatabase(5, ['9'], 7, 8)])).toEqual([
      'The id 8 is there, and was said to be gone.',
    ]);
    expect(checkLog([...good, lostByDatabase(5, ['9'], 8, 8)])).toEqual([]);
  });
});

describe('the checker of work that is shared', () => {
  const placed = (count: number, one: number): FleetEvent => ({
    at: 5,
    type: 'placed',
    count,
    byNode: { one, two: count - one },
  });

  it('finds a node that takes nearly all of it, where there is much', () => {
    expect(checkLog([...good, placed(10_000, 9000)])).toEqual([
      'Of 10000 messages that were due, one node took 9000.',
    ]);
    expect(checkLog([...good, placed(10_000, 6000), placed(600, 600)])).toEqual([]);
  });
});
