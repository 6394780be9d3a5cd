import { describe, expect, it } from 'vitest';

import { Semaphore } from './Semaphore.ts';

describe('turns', () => {
  it('let so many work at a time, and the others in their order', async () => {
    const turns = new Semaphore(2);
    const started: number[] = [];
    const ends: (() => void)[] = [];
    const works = [0, 1, 2, 3].map((n) =>
      turns.run(async () => {
        started.push(n);
        await new Promise<void>((resolve) => (ends[n] = resolve));
        return n;
      }),
    );
    await expect.poll(() => started).toEqual([0, 1]);
    ends[1]!();
    expect(await works[1]).toBe(1);
    await expect.poll(() => started).toEqual([0, 1, 2]);
    ends[0]!();
    await expect.poll(() => started).toEqual([0, 1, 2, 3]);
    for (const end of ends) end();
    expect(await Promise.all(works)).toEqual([0, 1, 2, 3]);
  });

  it('are given back by work that fails', async () => {
    const turns = new Semaphore(1);
    await expect(turns.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await turns.run(async () => 'next')).toBe('next');
  });
});
