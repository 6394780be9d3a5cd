import { afterEach, describe, expect, it } from 'vitest';

import { createObservable } from './createObservable.ts';

describe('an observable', () => {
  it('tells whoever listens that it changed, until they stop', () => {
    const value = createObservable(1);
    const heard: number[] = [];
    const stop = value.subscribe(() => heard.push(value.get()));
    value.set(2);
    stop();
    stop();
    value.set(3);
    expect(heard).toEqual([2]);
    expect(value.get()).toBe(3);
  });

  it('tells nobody that it is what it was', () => {
    const same = { a: Number.NaN };
    const value = createObservable<unknown>(same);
    let times = 0;
    value.subscribe(() => times++);
    value.set(same);
    expect(times).toBe(0);
    value.set(Number.NaN);
    value.set(Number.NaN);
    expect(times).toBe(1);
  });

  it('tells those who listened when it changed: one who stops or starts meanwhile changes nothing', () => {
    const value = createObservable(0);
    const heard: string[] = [];
    const stopFirst = value.subscribe(() => {
      heard.push('first');
      stopFirst();
      value.subscribe(() => heard.push('late'));
    });
    value.subscribe(() => heard.push('second'));
    value.set(1);
    expect(heard).toEqual(['first', 'second']);
  });

  describe('with a listener that throws', () => {
    const surfaced: unknown[] = [];
    const onRejection = (reason: unknown) => void surfaced.push(reason);
    afterEach(() => void process.off('unhandledRejection', onRejection));

    it('tells the others all the same, and the error surfaces', async () => {
      process.prependListener('unhandledRejection', onRejection);
      const failure = new Error('a listener');
      const value = createObservable(0);
      const heard: string[] = [];
      const others = process.listeners('unhandledRejection').filter((each) => each !== onRejection);
      // Only for this test: the runner takes it for a failure of its own.
      for (const each of others) process.off('unhandledRejection', each);
      value.subscribe(() => {
        throw failure;
      });
      value.subscribe(() => heard.push('other'));
      value.set(1);
      await new Promise((resolve) => setTimeout(resolve));
      for (const each of others) process.on('unhandledRejection', each);
      expect(heard).toEqual(['other']);
      expect(surfaced).toEqual([failure]);
    });
  });
});
