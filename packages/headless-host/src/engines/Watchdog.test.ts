import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { DEFAULT_LIMITS } from '../Limits.ts';
import { Watchdog } from './Watchdog.ts';

const BLOCKED_MS = 1000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Watches an engine that has told that it turns, and nothing since. */
function watch(cpuMs: () => number | undefined) {
  const passed: string[] = [];
  const watchdog = new Watchdog({
    limits: { ...DEFAULT_LIMITS, blockedMs: BLOCKED_MS },
    cpuMs,
    onLimit: (kind) => passed.push(kind),
  });
  watchdog.start();
  watchdog.heard({ event: 'beat' });
  return { watchdog, passed };
}

describe('a watchdog', () => {
  it('counts what an engine computes', () => {
    const { passed } = watch(() => performance.now());
    vi.advanceTimersByTime(BLOCKED_MS);
    expect(passed).toEqual([]);
    vi.advanceTimersByTime(BLOCKED_MS / 2);
    expect(passed).toEqual(['blocked']);
  });

  it('lets time pass in which an engine computes nothing, up to ten times the limit', () => {
    const { passed } = watch(() => 0);
    vi.advanceTimersByTime(BLOCKED_MS * 10);
    expect(passed).toEqual([]);
    vi.advanceTimersByTime(BLOCKED_MS);
    expect(passed).toEqual(['blocked']);
  });

  it('counts a third of the time where nobody knows what is computed', () => {
    const { passed } = watch(() => undefined);
    vi.advanceTimersByTime(BLOCKED_MS * 3);
    expect(passed).toEqual([]);
    vi.advanceTimersByTime(BLOCKED_MS);
    expect(passed).toEqual(['blocked']);
  });

  it('reads what waits to be read before it passes judgement', () => {
    let cpuMs = 0;
    const { watchdog, passed } = watch(() => cpuMs);
    // The engine went on while this process was held up, and what it told is there at the next turn.
    cpuMs = BLOCKED_MS * 2;
    vi.advanceTimersByTime(100);
    watchdog.heard({ event: 'beat' });
    vi.advanceTimersByTime(BLOCKED_MS);
    expect(passed).toEqual([]);
  });
});
