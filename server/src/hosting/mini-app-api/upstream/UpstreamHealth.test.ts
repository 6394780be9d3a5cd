import { describe, expect, it } from 'vitest';

import { UpstreamHealth } from './UpstreamHealth.ts';

describe('the health of back ends', () => {
  it('is bad after three failures in a row, and good again after an answer', () => {
    const health = new UpstreamHealth();
    for (let at = 1; at <= 2; at++) health.note('a', 'upstream-timeout', at);
    expect(health.states()).toMatchObject([{ appId: 'a', isFailing: false }]);
    health.note('a', 'upstream-unavailable', 3);
    const lastError = { code: 'upstream-unavailable', at: 3 };
    const failing = { appId: 'a', isFailing: true, answeredAt: undefined, lastError };
    expect(health.states()).toEqual([failing]);
    health.note('a', undefined, 4);
    expect(health.states()).toEqual([{ ...failing, isFailing: false, answeredAt: 4 }]);
    expect(health.stateOf('a')).toEqual(health.states()[0]);
  });

  it('has nothing to say of those that never failed, and forgets what is gone', () => {
    const health = new UpstreamHealth();
    health.note('a', undefined);
    health.note('b', 'answered-500', 1);
    health.forget('b');
    expect(health.states()).toEqual([]);
    expect(health.stateOf('a')).toMatchObject({ isFailing: false, lastError: undefined });
    expect(health.stateOf('b')).toBeUndefined();
  });

  it('remembers those that were asked lately', () => {
    const health = new UpstreamHealth();
    for (let at = 0; at < 1005; at++) health.note(`app-${at}`, 'answered-502', at);
    expect(health.states()).toHaveLength(1000);
    expect(health.states()[0]!.appId).toBe('app-1004');
  });
});
