import { describe, expect, it } from 'vitest';

import { checkLog } from './checkLog.ts';
import type { FleetEvent } from './FleetEvent.types.ts';
import { SENT, connection, fault, good } from './goodLog.testing.ts';
import { MAX_AWAY_MS } from './limits.ts';

const storm = (at: number, isOver: boolean): FleetEvent => ({
  at,
  type: 'fault',
  fault: 'storm',
  isOver,
});
const pushed: FleetEvent = { at: SENT + 5000, type: 'pushed', device: 'phone', n: 'a', id: '1' };

describe('the checker of what devices see', () => {
  it('finds a device that was sent away for long', () => {
    const closed: FleetEvent = { at: 5, type: 'closed', device: 'phone', code: 1013 };
    expect(checkLog([...good, closed])).toEqual(['phone was closed with 1013.']);
    expect(checkLog([...good, { ...closed, code: 1001 }])).toEqual([]);
  });

  it('finds a device that was turned away for good instead of for a moment', () => {
    const away: FleetEvent = {
      at: 5,
      type: 'turned-away',
      device: 'phone',
      node: 'one',
      status: 429,
    };
    expect(checkLog([...good, away])).toEqual(['phone was turned away by one with 429.']);
    expect(checkLog([...good, { ...away, status: 503 }])).toEqual([]);
  });

  it('finds a device that does not come back after a storm', () => {
    const log = [
      ...good,
      storm(2000, false),
      connection(2000, false),
      connection(2001 + MAX_AWAY_MS, true),
      storm(2002 + MAX_AWAY_MS, true),
    ];
    expect(checkLog(log)).toEqual([expect.stringMatching(/phone had no connection for 20001 ms/)]);
  });

  it('finds a node that takes more devices in a storm than it admits', () => {
    const taken = (count: number): FleetEvent[] =>
      Array.from({ length: count }, (_, index) => ({
        at: 3000 + index,
        type: 'connection',
        device: 'phone',
        isConnected: true,
        node: 'one',
      }));
    const log = (count: number): FleetEvent[] => [
      ...good,
      { at: 0, type: 'admission', perSecond: 20 },
      storm(3000, false),
      ...taken(count),
      storm(9000, true),
    ];
    // Twenty at once, ten that were under way, and one for every 50 ms.
    expect(checkLog(log(30))).toEqual([]);
    expect(checkLog(log(40))).toEqual([expect.stringMatching(/one took 31 devices within 30 ms/)]);
  });

  it('finds a push service that was asked for a device that is connected', () => {
    expect(checkLog([...good, pushed])).toEqual([
      'a went to the push service of phone, which was connected all the while.',
    ]);
    const away = [connection(SENT + 1000, false), connection(SENT + 2000, true)];
    expect(checkLog([...good, ...away, pushed])).toEqual([]);
    const broken = (more: object) => [
      ...good,
      fault(SENT, false, more),
      fault(SENT + 10, true, more),
      pushed,
    ];
    expect(checkLog(broken({ fault: 'stop-database' }))).toEqual([]);
    expect(checkLog(broken({ nodes: ['one'] }))).toEqual([]);
    expect(checkLog(broken({ nodes: ['two'] }))).toHaveLength(1);
  });
});
