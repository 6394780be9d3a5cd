import { describe, expect, it } from 'vitest';

import { MAX_AWAY_MS, MAX_LATE_MS, checkLog } from './checkLog.ts';
import type { FleetEvent } from './FleetEvent.types.ts';

const SENT = 1000;
const sent = (n: string, id: string, more: object = {}): FleetEvent => ({
  at: SENT,
  type: 'sent',
  n,
  id,
  to: { topic: 'news' },
  node: 'one',
  tookMs: 5,
  ...more,
});
const shown = (device: string, n: string, id: string, at = SENT + 10): FleetEvent => ({
  at,
  type: 'shown',
  device,
  n,
  id,
});
const fault = (at: number, isOver: boolean, more: object = {}): FleetEvent => ({
  at,
  type: 'fault',
  fault: 'kill',
  isOver,
  ...more,
});
const connection = (at: number, isConnected: boolean): FleetEvent => ({
  at,
  type: 'connection',
  device: 'phone',
  isConnected,
});

/** Two devices, and a message to both and to one of them: a log in which everything holds. */
const good: FleetEvent[] = [
  { at: 0, type: 'device', device: 'phone', topics: ['news'] },
  { at: 0, type: 'device', device: 'tablet', topics: ['news'] },
  connection(0, true),
  sent('a', '1'),
  sent('b', '2', { to: { device: 'phone' } }),
  shown('phone', 'a', '1'),
  shown('tablet', 'a', '1'),
  shown('phone', 'b', '2'),
  { at: SENT + 20, type: 'cursor', device: 'phone', cursor: 2 },
  { at: 1e6, type: 'counted', id: '1', sent: 2, delivered: 2 },
  { at: 1e6, type: 'counted', id: '2', sent: 1, delivered: 1 },
];
const without = (matches: (event: FleetEvent) => boolean) => good.filter((each) => !matches(each));
const isShownOnTablet = (event: FleetEvent) => event.type === 'shown' && event.device === 'tablet';

describe('the checker of fleets', () => {
  it('finds nothing in a log in which everything holds', () => {
    expect(checkLog(good)).toEqual([]);
  });

  it.each<[string, FleetEvent[], RegExp]>([
    ['was lost', without(isShownOnTablet), /a \(id 1\) was accepted and never shown on tablet/],
    [
      'was shown twice',
      [...good, shown('phone', 'a', '1', 2000)],
      /a \(id 1\) was shown 2 times on phone/,
    ],
    [
      'without an answer was shown twice',
      [
        ...good,
        { at: 5, type: 'unanswered', n: 'c', to: { topic: 'news' }, node: 'one' },
        fault(0, false),
        shown('phone', 'c', '7'),
        shown('phone', 'c', '8'),
      ],
      /c was shown 2 times on phone/,
    ],
    [
      'was sent by nobody',
      [...good, shown('phone', 'x', '9')],
      /x was shown on phone, and no send/,
    ],
    [
      'was refused and shown all the same',
      [
        ...good,
        fault(0, false),
        { at: 5, type: 'refused', n: 'c', node: 'one', status: 503 },
        shown('phone', 'c', '7'),
      ],
      /c was shown on phone, and no send/,
    ],
    [
      'is for another device',
      [...good, shown('tablet', 'b', '2')],
      /b was shown on tablet, and is not/,
    ],
    [
      'came under another id than was answered',
      [...without(isShownOnTablet), shown('tablet', 'a', '5')],
      /a was answered with id 1 and came with id 5/,
    ],
    [
      'has the id of another',
      [
        ...good,
        fault(0, false),
        { at: 5, type: 'unanswered', n: 'c', to: { device: 'tablet' }, node: 'one' },
        shown('tablet', 'c', '2'),
      ],
      /The id 2 stands for b and for c|The id 2 stands for c and for b/,
    ],
    [
      'came late',
      [...without(isShownOnTablet), shown('tablet', 'a', '1', SENT + MAX_LATE_MS + 1)],
      /a \(id 1\) came to tablet 6001 ms late/,
    ],
    [
      'came before it was due',
      [
        ...without((event) => event.type === 'sent' && event.n === 'b'),
        sent('b', '2', { to: { device: 'phone' }, dueAt: SENT + 50 }),
      ],
      /b came to phone 40 ms too early/,
    ],
    [
      'is counted twice',
      [
        ...without((event) => event.type === 'counted' && event.id === '1'),
        { at: 1e6, type: 'counted', id: '1', sent: 2, delivered: 3 },
      ],
      /a \(id 1\) is counted as delivered to 3 devices; 2 have it/,
    ],
    [
      'is counted by nobody',
      without((event) => event.type === 'counted' && event.id === '1'),
      /Nobody says what became of a/,
    ],
    [
      'is counted as sent twice while nothing is broken',
      [
        { at: 0, type: 'calm' },
        ...without((event) => event.type === 'counted' && event.id === '1'),
        { at: 1e6, type: 'counted', id: '1', sent: 3, delivered: 2 },
      ],
      /a \(id 1\) is counted as sent to 3 devices instead of 2/,
    ],
    [
      'was refused though nothing happened',
      [...good, { at: 5, type: 'refused', n: 'c', node: 'one', status: 503 }],
      /c was answered 503 by one, to which nothing happened/,
    ],
    [
      'was refused by a node to which nothing happened',
      [
        ...good,
        fault(0, false, { nodes: ['two'] }),
        { at: 5, type: 'refused', n: 'c', node: 'one', status: 503 },
      ],
      /c was answered 503 by one, to which nothing happened/,
    ],
    [
      'was not answered during a rolling restart',
      [
        ...good,
        { at: 0, type: 'fault', fault: 'restart-all', isOver: false },
        { at: 5, type: 'unanswered', n: 'c', to: { topic: 'news' }, node: 'one' },
      ],
      /c was not answered by one, to which nothing happened/,
    ],
    [
      'waited for a node that stands still elsewhere',
      [
        ...good,
        fault(0, false, { nodes: ['two'] }),
        sent('c', '3', { to: { device: 'nobody' }, tookMs: 7000, at: 9000 }),
        { at: 1e6, type: 'counted', id: '3', sent: 0, delivered: 0 },
      ],
      /c was answered by one after 7000 ms/,
    ],
  ])('finds a message that %s', (_, log, sentence) => {
    expect(checkLog(log)).toEqual([expect.stringMatching(sentence)]);
  });

  it('finds a cursor that goes back', () => {
    const log: FleetEvent[] = [...good, { at: 2000, type: 'cursor', device: 'phone', cursor: 1 }];
    expect(checkLog(log)).toEqual(['The cursor of phone went back from 2 to 1.']);
  });

  it('finds a device that does not come back', () => {
    const log = [...good, connection(2000, false), connection(2001 + MAX_AWAY_MS, true)];
    expect(checkLog(log)).toEqual([expect.stringMatching(/phone had no connection for 20001 ms/)]);
  });

  it('finds what is still away in the end', () => {
    expect(checkLog([...good, connection(2000, false)])).toEqual([
      expect.stringMatching(/phone had no connection/),
    ]);
  });

  it('lets time pass while something is broken or the device is away', () => {
    const late = shown('phone', 'a', '1', SENT + 3 * MAX_LATE_MS);
    const log = [
      ...without((event) => event.type === 'shown' && event.n === 'a' && event.device === 'phone'),
      late,
    ];
    expect(checkLog(log)).toHaveLength(1);
    const broken = [fault(SENT, false), fault(SENT + 2 * MAX_LATE_MS, true)];
    expect(checkLog([...log, ...broken])).toEqual([]);
    const away = [connection(SENT, false), connection(SENT + 2 * MAX_LATE_MS, true)];
    expect(checkLog([...log, ...away])).toEqual([]);
  });

  it('does not ask for what a database lost, nor for what is not due yet', () => {
    const lost: FleetEvent = { at: 5, type: 'lost-by-database', ids: ['1'] };
    expect(checkLog([...without(isShownOnTablet), lost])).toEqual([]);
    const forgotten: FleetEvent[] = [
      ...without((event) => event.type === 'counted' && event.id === '1'),
      { at: 1e6, type: 'counted', id: '1', sent: 0, delivered: 1 },
    ];
    expect(checkLog(forgotten)).toHaveLength(1);
    expect(checkLog([...forgotten, { ...lost, at: SENT, ids: [] }])).toEqual([]);
    const due = [
      ...without((event) => event.type === 'sent' && event.n === 'a'),
      sent('a', '1', { dueAt: SENT + 10 }),
    ];
    expect(checkLog(due)).toEqual([]);
  });
});
