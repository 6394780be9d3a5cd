import { describe, expect, it, vi } from 'vitest';

import { CircuitBreaker, type Pass } from './CircuitBreaker.ts';
import type { Outcome } from './Transport.types.ts';

const DAY_MS = 24 * 60 * 60_000;
const DOWN: Outcome = { kind: 'retry', code: '503', scope: 'service' };
const ACCEPTED: Outcome = { kind: 'accepted' };

describe('a circuit breaker', () => {
  it('opens after three failures of the push service in a row, and says for how long', () => {
    const { breaker } = atTime();
    for (let i = 0; i < 2; i++) pass(breaker).settle(DOWN);
    expect(breaker.state).toBe('closed');
    pass(breaker).settle(DOWN);
    expect(breaker.state).toBe('open');
    expect(breaker.admit()).toEqual({ retryAfterMs: 5000 });
  });

  it('stays closed while successes come in between', () => {
    const { breaker } = atTime();
    for (let i = 0; i < 10; i++) {
      pass(breaker).settle(DOWN);
      pass(breaker).settle(DOWN);
      pass(breaker).settle(ACCEPTED);
    }
    expect(breaker.state).toBe('closed');
  });

  it('counts sends that failed together as one failure', () => {
    const { breaker } = atTime();
    const together = Array.from({ length: 200 }, () => pass(breaker));
    for (const each of together) each.settle(DOWN);
    expect(breaker.state).toBe('closed');
  });

  it.each<Outcome>([
    { kind: 'dead-token', code: 'UNREGISTERED' },
    { kind: 'quarantine', code: 'SENDER_ID_MISMATCH' },
    { kind: 'rejected', code: 'INVALID_ARGUMENT' },
    { kind: 'too-large', code: '413' },
    { kind: 'retry', code: 'TooManyRequests', scope: 'device' },
  ])('takes $kind as a sign that the push service lives', (outcome) => {
    const { breaker } = atTime();
    for (let i = 0; i < 2; i++) pass(breaker).settle(DOWN);
    pass(breaker).settle(outcome);
    for (let i = 0; i < 2; i++) pass(breaker).settle(DOWN);
    expect(breaker.state).toBe('closed');
  });

  it('opens at once when the credentials are not taken', () => {
    const { breaker } = atTime();
    pass(breaker).settle({ kind: 'auth-problem', code: 'InvalidProviderToken' });
    expect(breaker.state).toBe('open');
  });

  it('opens at once, and for as long, when the push service names a time', () => {
    const { breaker } = atTime();
    pass(breaker).settle({ ...DOWN, retryAfterMs: 60_000 });
    expect(breaker.admit()).toEqual({ retryAfterMs: 60_000 });
  });

  it('lets a single probe through when its time is over, and closes when that succeeds', () => {
    const { breaker, wait } = opened();
    wait(5000);
    expect(breaker.state).toBe('half-open');
    const probe = pass(breaker);
    expect(breaker.admit().pass).toBeUndefined();
    probe.settle(ACCEPTED);
    expect(breaker.state).toBe('closed');
  });

  it('opens for twice as long with each probe that fails, up to a limit', () => {
    const { breaker, wait } = opened();
    const waits: number[] = [];
    for (let i = 0; i < 8; i++) {
      const admission = breaker.admit();
      waits.push('retryAfterMs' in admission ? admission.retryAfterMs : 0);
      wait(waits.at(-1)!);
      pass(breaker).settle(DOWN);
    }
    expect(waits).toEqual([5000, 10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000]);
  });

  it('sends another probe when the first was aborted', () => {
    const { breaker, wait } = opened();
    wait(5000);
    pass(breaker).settle({ kind: 'aborted' });
    expect(breaker.state).toBe('half-open');
    pass(breaker).settle(ACCEPTED);
    expect(breaker.state).toBe('closed');
  });

  it('learns nothing from what was sent before it opened', () => {
    const { breaker, wait, early } = opened();
    wait(5000);
    const probe = pass(breaker);
    early.settle(ACCEPTED);
    expect(breaker.state).toBe('half-open');
    expect(breaker.admit().pass).toBeUndefined();
    probe.settle(DOWN);
    expect(breaker.state).toBe('open');
  });

  it('waits no longer when a clock that was ahead is set right', () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    try {
      const breaker = new CircuitBreaker();
      const real = Date.now();
      vi.setSystemTime(real + 1000 * DAY_MS);
      for (let i = 0; i < 3; i++) pass(breaker).settle(DOWN);
      vi.setSystemTime(real);
      expect(breaker.admit()).toEqual({ retryAfterMs: 5000 });
      vi.advanceTimersByTime(5000);
      pass(breaker).settle(ACCEPTED);
      expect(breaker.state).toBe('closed');
    } finally {
      vi.useRealTimers();
    }
  });

  it('is told about each send once', () => {
    const { breaker } = atTime();
    const once = pass(breaker);
    for (let i = 0; i < 5; i++) once.settle(DOWN);
    expect(breaker.state).toBe('closed');
  });
});

function atTime() {
  let time = 0;
  return {
    breaker: new CircuitBreaker({ now: () => time }),
    wait: (ms: number) => void (time += ms),
  };
}

function opened() {
  const { breaker, wait } = atTime();
  const early = pass(breaker);
  for (let i = 0; i < 3; i++) pass(breaker).settle(DOWN);
  return { breaker, wait, early };
}

function pass(breaker: CircuitBreaker): Pass {
  const admission = breaker.admit();
  expect(admission.pass).toBeDefined();
  return admission.pass!;
}
