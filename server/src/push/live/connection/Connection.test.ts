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
});
