import { describe, expect, it } from 'vitest';

import { checkLog } from './checkLog.ts';
import type { FleetEvent } from './FleetEvent.types.ts';
import {
  SENT,
  connection,
  fault,
  good,
  isShownOnTablet,
  lostByDatabase,
  sent,
  shown,
  without,
} from './goodLog.testing.ts';
import { MAX_AWAY_MS, MAX_SILENT_MS } from './limits.ts';

const withoutPhone = without(
  (event) => event.type === 'shown' && event.device === 'phone' && event.n === 'a',
);
const withoutCount = without((event) => event.type === 'counted' && event.id === '1');

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
      [...without(isShownOnTablet), shown('tablet', 'a', '1', SENT + 3001)],
      /a \(id 1\) came to tablet 3001 ms late instead of 1000/,
    ],
    [
      'came late while nodes did not reach each other by the bus',
      [
        ...withoutPhone,
        fault(0, false, { fault: 'stop-bus' }),
        shown('phone', 'a', '1', SENT + 3001),
      ],
      /a \(id 1\) came to phone 3001 ms late instead of 1000/,
    ],
    [
      'came late while a node stood still to which its device is not connected',
      [
        ...withoutPhone,
        fault(0, false, { fault: 'freeze', nodes: ['two'] }),
        shown('phone', 'a', '1', SENT + 8001),
      ],
      /a \(id 1\) came to phone 8001 ms late instead of 6000/,
    ],
    [
      'came late after its device had gone from the node that stood still',
      [
        ...withoutPhone,
        fault(0, false, { fault: 'freeze', nodes: ['one'] }),
        connection(SENT + 1000, false),
        connection(SENT + 2000, true, 'two'),
        shown('phone', 'a', '1', SENT + 10_001),
      ],
      /a \(id 1\) came to phone 8001 ms late instead of 6000/,
    ],
    [
      'came late at a node that could have found out that its connections say nothing',
      [
        ...withoutPhone,
        fault(0, false, { fault: 'silence', nodes: ['one'] }),
        shown('phone', 'a', '1', SENT + 8001),
      ],
      /a \(id 1\) came to phone 8001 ms late instead of 6000/,
    ],
    [
      'was not answered by a node that could have found out that its connections say nothing',
      [
        ...good,
        fault(0, false, { fault: 'silence', nodes: ['one'] }),
        { at: 5, type: 'unanswered', n: 'c', to: { topic: 'news' }, node: 'one' },
      ],
      /c was not answered by one, which had time to find out/,
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
      [...withoutCount, { at: 1e6, type: 'counted', id: '1', sent: 2, delivered: 3 }],
      /a \(id 1\) is counted as delivered to 3 devices; 2 have it/,
    ],
    [
      'is counted by nobody',
      without((event) => event.type === 'counted' && event.id === '1'),
      /Nobody says what became of a/,
    ],
    [
      'is counted as sent twice while nothing is broken',
      [...withoutCount, { at: 1e6, type: 'counted', id: '1', sent: 3, delivered: 2 }],
      /a \(id 1\) is counted as sent to 3 devices instead of 2\.$/,
    ],
    [
      'is counted as sent more often than a node that was killed can have counted it again',
      [
        ...withoutCount,
        fault(0, false, { nodes: ['one'] }),
        { at: 1e6, type: 'counted', id: '1', sent: 4, delivered: 2 },
      ],
      /a \(id 1\) is counted as sent to 4 devices instead of 2, give or take 1\.$/,
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
      'was refused in other words than to try again',
      [...good, fault(0, false), { at: 5, type: 'refused', n: 'c', node: 'one', status: 500 }],
      /c was answered 500 by one instead of 503/,
    ],
    [
      'did not come to a device that its push service reaches',
      [
        ...withoutPhone,
        { at: 1, type: 'fault', fault: 'sleep', isOver: false },
        { at: 1, type: 'asleep', device: 'phone', isAsleep: true },
        connection(1, false),
        connection(SENT + 9000, true),
        { at: SENT + 9000, type: 'asleep', device: 'phone', isAsleep: false },
        shown('phone', 'a', '1', SENT + 9000),
      ],
      /a \(id 1\) came to phone 9000 ms late instead of 6000/,
    ],
    [
      'came late in a storm though its device was connected',
      [
        ...withoutPhone,
        { at: 1, type: 'fault', fault: 'storm', isOver: false },
        shown('phone', 'a', '1', SENT + 7000),
      ],
      /a \(id 1\) came to phone 7000 ms late/,
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
        sent('c', '3', { to: { device: 'nobody' }, tookMs: 9000, at: 11_000 }),
        { at: 1e6, type: 'counted', id: '3', sent: 0, delivered: 0 },
      ],
      /c was answered by one after 9000 ms/,
    ],
  ])('finds a message that %s', (_, log, sentence) => {
    expect(checkLog(log)).toEqual([expect.stringMatching(sentence)]);
  });

  it('finds an id that was given away twice, shown or not', () => {
    const again = sent('c', '1', { to: { device: 'nobody' } });
    expect(checkLog([...good, again])).toContain('The id 1 was given to a and to c.');
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

  it('lets time pass while the database is away, or the device, or its node stands still', () => {
    const to = SENT + 2 * MAX_SILENT_MS;
    const log = [...withoutPhone, shown('phone', 'a', '1', to + MAX_SILENT_MS)];
    expect(checkLog(log)).toHaveLength(1);
    const during = (more: object) => [fault(SENT, false, more), fault(to, true, more)];
    expect(checkLog([...log, ...during({ fault: 'stop-database' })])).toEqual([]);
    expect(checkLog([...log, ...during({ fault: 'freeze', nodes: ['one'] })])).toEqual([]);
    expect(checkLog([...log, ...during({ fault: 'cut-off', nodes: ['one'] })])).toEqual([]);
    expect(checkLog([...log, ...during({ fault: 'silence', nodes: ['one'] })])).toHaveLength(1);
    expect(checkLog([...log, connection(SENT, false), connection(to, true)])).toEqual([]);
  });

  it('lets a node refuse for now what it cannot store yet, since its connections say nothing', () => {
    const refused: FleetEvent = { at: 5, type: 'refused', n: 'c', node: 'one', status: 503 };
    const silence = fault(0, false, { fault: 'silence', nodes: ['one'] });
    expect(checkLog([...good, silence, refused])).toEqual([]);
  });

  it('knows that what a node refused may be stored, once, when the answer of the database was lost', () => {
    const refused: FleetEvent = {
      at: 5,
      type: 'refused',
      n: 'c',
      to: { topic: 'news' },
      node: 'one',
      status: 503,
    };
    const silence = (node: string) => fault(0, false, { fault: 'silence', nodes: [node] });
    const log = [...good, refused, shown('phone', 'c', '7')];
    expect(checkLog([...log, silence('one')])).toEqual([]);
    expect(checkLog([...log, silence('one'), shown('phone', 'c', '7', 2000)])).toEqual([
      'c was shown 2 times on phone.',
    ]);
    expect(checkLog([...log, silence('two')])).toContain(
      'c was shown on phone, and no send of it may have been stored.',
    );
  });

  it('knows that a crash may count what it was about to send again, or not at all', () => {
    const log = (sentTo: number): FleetEvent[] => [
      ...withoutCount,
      fault(0, false, { nodes: ['one'] }),
      { at: 1e6, type: 'counted', id: '1', sent: sentTo, delivered: 2 },
    ];
    expect([1, 2, 3].flatMap((sentTo) => checkLog(log(sentTo)))).toEqual([]);
  });

  it('does not count time in which the machine stood still, and no more than that', () => {
    const slow = sent('c', '3', { to: { device: 'nobody' }, tookMs: 9000, at: 9000 });
    const counted: FleetEvent = { at: 1e6, type: 'counted', id: '3', sent: 0, delivered: 0 };
    const stalled = (ms: number): FleetEvent => ({ at: 8500, type: 'stalled', ms });
    expect(checkLog([...good, slow, counted, stalled(1500)])).toEqual([]);
    expect(checkLog([...good, slow, counted, stalled(700)])).toEqual([
      expect.stringMatching(/c was answered by one after 8300 ms/),
    ]);
  });

  it('does not ask for what a database lost, nor for what is not due yet', () => {
    const lost = lostByDatabase(5, ['1'], 0);
    expect(checkLog([...without(isShownOnTablet), lost])).toEqual([]);
    const forgotten: FleetEvent[] = [
      ...withoutCount,
      { at: 1e6, type: 'counted', id: '1', sent: 2, delivered: 1 },
    ];
    expect(checkLog(forgotten)).toHaveLength(1);
    expect(checkLog([...forgotten, lostByDatabase(SENT, [], 0)])).toEqual([]);
    const due = [
      ...without((event) => event.type === 'sent' && event.n === 'a'),
      sent('a', '1', { dueAt: SENT + 10 }),
    ];
    expect(checkLog(due)).toEqual([]);
  });
});
