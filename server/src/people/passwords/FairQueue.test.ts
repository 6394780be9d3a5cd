import { describe, expect, it } from 'vitest';

import type { ApiError } from '../../errors/ApiError.ts';
import { FairQueue } from './FairQueue.ts';

/** Turns of which one runs at once, and the names of the works in the order in which they began. */
function turnsOfOne({ queued = 1000, queuedPerGroup = 1000 } = {}) {
  const turns = new FairQueue({ atOnce: 1, queued, queuedPerGroup });
  const began: string[] = [];
  const refused: string[] = [];
  const done: Promise<void>[] = [];
  const add = (group: string, name = group, isFirst = false) => {
    const work = async () => void began.push(name);
    done.push(
      turns
        .run(work, { group, isFirst })
        .catch((error: ApiError) => void refused.push(`${name}: ${error.code}`)),
    );
  };
  return { add, began, refused, settled: () => Promise.all(done) };
}

describe('works that wait for each other', () => {
  it('take turns by where they come from, however many come from one place', async () => {
    const { add, began, settled } = turnsOfOne();
    for (let n = 0; n < 100; n++) add('flood');
    add('home');
    await settled();
    expect(began.indexOf('home')).toBeLessThanOrEqual(2);
    expect(began).toHaveLength(101);
  });

  it('give a place up to those who have fewer when all are taken', async () => {
    const { add, began, refused, settled } = turnsOfOne({ queued: 60 });
    for (let n = 0; n < 10; n++) for (let group = 0; group < 30; group++) add(`flood ${group}`);
    add('home');
    await settled();
    expect(began).toContain('home');
    expect(began.indexOf('home')).toBeLessThanOrEqual(32);
    expect(refused).toHaveLength(301 - 61);
  });

  it('have a bound for each place, which is told to come again', async () => {
    const { add, refused, settled } = turnsOfOne({ queuedPerGroup: 5 });
    for (let n = 0; n < 10; n++) add('flood');
    await settled();
    expect(refused).toEqual(Array.from({ length: 10 - 1 - 5 }, () => 'flood: unavailable'));
  });

  it('go first when they are of people with a session, and leave some turns to the others', async () => {
    const { add, began, settled } = turnsOfOne({ queued: 60 });
    for (let n = 0; n < 60; n++) add(`stranger ${n}`, 'stranger');
    for (let n = 0; n < 12; n++) add('person', 'person', true);
    await settled();
    expect(began.slice(1, 9)).toEqual([
      'person',
      'person',
      'person',
      'stranger',
      'person',
      'person',
      'person',
      'stranger',
    ]);
    expect(began.filter((name) => name === 'person')).toHaveLength(12);
  });
});
