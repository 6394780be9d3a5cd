import { describe, expect, it } from 'vitest';

import { DeviceRates } from './DeviceRates.ts';

const MINUTE = 60_000;

/** How many of so many messages are admitted. */
function admitted(rates: DeviceRates, count: number, now: number, isCollapsible = false): number {
  return Array.from({ length: count }, () => rates.admit(1, isCollapsible, now)).filter(Boolean)
    .length;
}

describe('what one device may get', () => {
  it('is 240 messages a minute', () => {
    const rates = new DeviceRates();
    expect(admitted(rates, 300, 0)).toBe(240);
    expect(admitted(rates, 1, MINUTE - 1)).toBe(0);
    expect(admitted(rates, 300, MINUTE)).toBe(240);
    expect(rates.admit(2, false, 0)).toBe(true);
  });

  it('is 5000 messages an hour', () => {
    const rates = new DeviceRates();
    const counts = Array.from({ length: 30 }, (_, minute) => admitted(rates, 240, minute * MINUTE));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(5000);
    expect(admitted(rates, 1, 60 * MINUTE)).toBe(1);
  });

  it('is 20 collapsible messages at once, then one every 3 minutes', () => {
    const rates = new DeviceRates();
    expect(admitted(rates, 30, 0, true)).toBe(20);
    expect(admitted(rates, 30, 0, false)).toBe(30);
    expect(admitted(rates, 5, 3 * MINUTE - 1, true)).toBe(0);
    expect(admitted(rates, 5, 3 * MINUTE, true)).toBe(1);
    expect(admitted(rates, 5, 9 * MINUTE, true)).toBe(2);
    expect(admitted(rates, 30, 1000 * MINUTE, true)).toBe(20);
  });
});
