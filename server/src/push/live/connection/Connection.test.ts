import { LIMITS } from '@host/contracts';
import { describe, expect, it } from 'vitest';

import { AT_THE_START } from '../../testing/deviceCursor.ts';
import { Connection, type Wire } from './Connection.ts';

const MINUTE = 60_000;

describe('a connected device', () => {
  it('is noted as seen every twelve minutes, however often it is heard', () => {
    const connection = new Connection(1, {} as Wire, 0, AT_THE_START, {
      now: 0,
      nextHeartbeat: 0,
    });
    const heard = [1, 5, 11, 12, 13, 23, 24, 45].map((minute) => minute * MINUTE);
    const noted = heard.filter((now) => connection.isLastSeenDue(now));
    expect(noted).toEqual([12, 24, 45].map((minute) => minute * MINUTE));
  });

  it('is heard once about each message that it held, and about no more than it can have been sent', () => {
    const times = { now: 0, nextHeartbeat: 0 };
    const connection = new Connection(1, {} as Wire, 0, AT_THE_START, times);
    expect([1, 1, 2].map((id) => connection.holds(id, 0))).toEqual([true, false, true]);
    const others = Array.from({ length: 5000 }, (_, index) => connection.holds(3 + index, 1));
    expect(others.filter(Boolean)).toHaveLength(LIMITS.unacknowledgedMessages - 2);
    expect(connection.holds(9999, MINUTE - 1)).toBe(false);
    expect(connection.holds(9999, MINUTE)).toBe(true);
  });
});
