import { describe, expect, it } from 'vitest';

import { SentBatch } from '../batches/SentBatch.ts';
import { SentLog } from '../batches/SentLog.ts';
import { UnacknowledgedQueue } from './UnacknowledgedQueue.ts';

const sentBatch = (...positions: number[]) =>
  new SentBatch(
    positions.map((position) => ({ id: position, position })),
    false,
  );

/** The positions that are let go of, sent batch by sent batch. */
function acknowledged(waiting: UnacknowledgedQueue, position: number): number[][] {
  const taken: number[][] = [];
  waiting.acknowledge(position, ({ messages }) => taken.push(messages.map(({ id }) => id)));
  return taken;
}

describe('what waits to be acknowledged', () => {
  it('is let go of sentBatch by sentBatch, and in parts', () => {
    const sentLog = new SentLog([sentBatch(1, 2), sentBatch(5, 6, 7)]);
    const waiting = new UnacknowledgedQueue();
    waiting.add(sentLog, 0);
    waiting.add(sentLog, 1);
    expect(waiting.count).toBe(5);

    expect(acknowledged(waiting, 0)).toEqual([]);
    expect(acknowledged(waiting, 5)).toEqual([[1, 2], [5]]);
    expect(acknowledged(waiting, 5)).toEqual([]);
    expect(acknowledged(waiting, 6)).toEqual([[6]]);
    expect(waiting.count).toBe(1);
    expect(acknowledged(waiting, 100)).toEqual([[7]]);
    expect(waiting.count).toBe(0);
  });

  it('is what the device was sent alone, not what others on the sentLog were', () => {
    const sentLog = new SentLog([sentBatch(1), sentBatch(2), sentBatch(3), sentBatch(4)]);
    const waiting = new UnacknowledgedQueue();
    for (const index of [0, 1, 3]) waiting.add(sentLog, index);
    expect(acknowledged(waiting, 4)).toEqual([[1], [2], [4]]);
  });

  it('comes from many sentLogs in the order in which it was sent', () => {
    const [news, weather] = [
      new SentLog([sentBatch(1), sentBatch(4)]),
      new SentLog([sentBatch(2, 3), sentBatch(5)]),
    ];
    const waiting = new UnacknowledgedQueue();
    waiting.add(news, 0);
    waiting.add(weather, 0);
    waiting.add(news, 1);
    waiting.add(weather, 1);
    expect(acknowledged(waiting, 2)).toEqual([[1], [2]]);
    expect(acknowledged(waiting, 4)).toEqual([[3], [4]]);
    expect(waiting.count).toBe(1);
    expect(acknowledged(waiting, 5)).toEqual([[5]]);
  });

  it('goes on where everything was acknowledged before', () => {
    const sentLog = new SentLog([sentBatch(1), sentBatch(2)]);
    const waiting = new UnacknowledgedQueue();
    waiting.add(sentLog, 0);
    expect(acknowledged(waiting, 1)).toEqual([[1]]);
    waiting.add(sentLog, 1);
    expect(waiting.count).toBe(1);
    expect(acknowledged(waiting, 2)).toEqual([[2]]);
  });
});
