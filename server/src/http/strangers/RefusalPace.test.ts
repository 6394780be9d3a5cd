import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { RefusalPace } from './RefusalPace.ts';

const DELAY_MS = 1000;

describe('refusals', () => {
  let clock = 0;
  let answered = 0;
  let pace: RefusalPace;
  const refuse = (times: number) => {
    for (let n = 0; n < times; n++) pace.answer(() => void answered++);
  };

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    [clock, answered] = [0, 0];
    pace = new RefusalPace(DELAY_MS, () => clock);
  });
  afterEach(() => void vi.useRealTimers());

  it('are answered at once while they are few, and late when there are many', () => {
    refuse(70);
    expect(answered).toBe(50);
    vi.advanceTimersByTime(DELAY_MS);
    expect(answered).toBe(70);
  });

  it('are answered at once again in the next second', () => {
    refuse(70);
    clock = 999;
    refuse(1);
    expect(answered).toBe(50);
    clock = 1000;
    refuse(1);
    expect(answered).toBe(51);
  });

  it('are held back up to a number, and beyond it are answered at once', () => {
    refuse(50 + 2000);
    expect(answered).toBe(50);
    refuse(1);
    expect(answered).toBe(51);
    vi.advanceTimersByTime(DELAY_MS);
    refuse(1);
    expect(answered).toBe(51 + 2000);
  });

  it('for asking too often are always late', () => {
    pace.answerLate(() => void answered++);
    expect(answered).toBe(0);
    vi.advanceTimersByTime(DELAY_MS);
    expect(answered).toBe(1);
  });

  it('are never late where no delay is wanted', () => {
    pace = new RefusalPace(0);
    refuse(1000);
    expect(answered).toBe(1000);
  });
});
