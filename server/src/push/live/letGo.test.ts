import { expect, it } from 'vitest';

import type { Connection } from './connection/Connection.ts';
import { letGoEvenly, letGoNow } from './letGo.ts';

const DRAIN_MS = 600;
const DEVICES = 12;
const connections = Array.from({ length: DEVICES }, (_, index) => index as unknown as Connection);

/** Lets them go; gives when each was, of the whole time, and what each was told. */
async function letGo(letThem: (disconnect: Parameters<typeof letGoNow>[1]) => unknown) {
  const gone: { share: number; ms: number }[] = [];
  const began = performance.now();
  await letThem((connection, reason) => {
    expect(connection).toBe(connections[gone.length]);
    const [, ms] = /come back in (\d+) ms$/.exec(reason)!;
    gone.push({ share: (performance.now() - began) / DRAIN_MS, ms: Number(ms) });
  });
  expect(gone).toHaveLength(DEVICES);
  return gone;
}

it('lets no device go before its part of the time, and tells each to come back at once', async () => {
  const gone = await letGo((disconnect) => letGoEvenly(connections, DRAIN_MS, disconnect));
  for (const [index, { share, ms }] of gone.entries()) {
    expect(share).toBeGreaterThanOrEqual(index / DEVICES);
    expect(ms).toBeLessThanOrEqual(600);
  }
});

it('lets all go at once without that time, and spreads when they come back', async () => {
  const many = Array.from({ length: 1000 }, (_, index) => index as unknown as Connection);
  const times: number[] = [];
  letGoNow(many, (_, reason) => void times.push(Number(/in (\d+) ms$/.exec(reason)![1])));
  // 500 in a second, give or take the moment that each waits anyway.
  for (const [index, ms] of times.entries()) {
    expect(ms).toBeGreaterThanOrEqual(100 + index * 2);
    expect(ms).toBeLessThanOrEqual(600 + index * 2);
  }
});
