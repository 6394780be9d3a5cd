import { afterEach, expect, it, vi } from 'vitest';

import { coalesce } from './coalesce.ts';

afterEach(() => void vi.useRealTimers());

it('what many ask at the same time is asked once', async () => {
  let asked = 0;
  const ask = async () => ++asked;
  const once = coalesce(ask);
  expect(await Promise.all([once(), once(), once()])).toEqual([1, 1, 1]);
  expect(await once()).toBe(2);
});

it('an answer is kept for its time', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  let asked = 0;
  const ask = async () => ++asked;
  const once = coalesce(ask, 1000);
  expect(await once()).toBe(1);
  vi.advanceTimersByTime(999);
  expect(await once()).toBe(1);
  vi.advanceTimersByTime(1);
  expect(await once()).toBe(2);
});

it('a failure is told to all who waited, and not kept', async () => {
  const ask = vi.fn<() => Promise<string>>(async () => 'good again');
  ask.mockRejectedValueOnce(new Error('gone'));
  const once = coalesce(ask, 1000);
  const waiting = [once(), once()];
  for (const each of waiting) await expect(each).rejects.toThrow('gone');
  expect(await once()).toBe('good again');
});
