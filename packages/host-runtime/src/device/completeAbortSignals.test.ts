import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { completeAbortSignals } from './completeAbortSignals.ts';

/** Signals as React Native has them: without reasons, and without ways to make one. */
function olderSignals() {
  class OlderSignal extends EventTarget {
    aborted = false;
  }
  class OlderController {
    readonly signal = new OlderSignal();
    abort(): void {
      if (this.signal.aborted) return;
      this.signal.aborted = true;
      this.signal.dispatchEvent(new Event('abort'));
    }
  }
  return {
    AbortController: OlderController as unknown as typeof AbortController,
    AbortSignal: OlderSignal as unknown as typeof AbortSignal,
  };
}

const older = olderSignals();
completeAbortSignals(older);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('an aborted signal tells the first reason, already to those who listen', () => {
  const controller = new older.AbortController();
  const heard: unknown[] = [];
  controller.signal.addEventListener('abort', () => heard.push(controller.signal.reason));
  controller.abort('first');
  controller.abort('second');
  expect(heard).toEqual(['first']);
  expect(controller.signal.reason).toBe('first');
});

it('an abort without a reason has one all the same', () => {
  const controller = new older.AbortController();
  controller.abort();
  expect(controller.signal.reason).toMatchObject({ name: 'AbortError' });
});

it('a signal with a time ends when it is up', () => {
  const signal = older.AbortSignal.timeout(1000);
  vi.advanceTimersByTime(999);
  expect(signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(signal.aborted).toBe(true);
  expect(signal.reason).toMatchObject({ name: 'TimeoutError' });
});

it('a signal of several ends with the first of them, also with one that has ended', () => {
  const [one, other] = [new older.AbortController(), new older.AbortController()];
  const either = older.AbortSignal.any([one.signal, other.signal]);
  expect(either.aborted).toBe(false);
  other.abort('other');
  one.abort('one');
  expect(either.reason).toBe('other');
  expect(older.AbortSignal.any([other.signal]).reason).toBe('other');
});

it('signals that are complete stay as they are', () => {
  const before = Object.getOwnPropertyDescriptors(AbortSignal);
  completeAbortSignals(globalThis);
  expect(Object.getOwnPropertyDescriptors(AbortSignal)).toEqual(before);
});
