import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { readLiveClientMessage } from './LiveClientMessage.ts';

describe('what a device says', () => {
  it('is the same, in whatever way it is written', () => {
    const cursors = fc.oneof(fc.maxSafeNat(), fc.constantFrom(0, -0, -1, 1.5, 1e15, 1e21));
    fc.assert(
      fc.property(cursors, (cursor) => {
        const usual = JSON.stringify({ type: 'ack', cursor });
        const unusual = JSON.stringify({ cursor, type: 'ack', more: 1 }, null, 1);
        const isCursor = Number.isSafeInteger(cursor) && cursor >= 0;
        const expected = isCursor ? { type: 'ack', cursor: cursor + 0 } : undefined;
        expect(readLiveClientMessage(usual)).toEqual(expected);
        expect(readLiveClientMessage(unusual)).toEqual(expected);
      }),
    );
  });

  it.each([
    '{"type":"ack","cursor":01}',
    '{"type":"ack","cursor":}',
    '{"type":"ack","cursor":9007199254740993}',
    '{"type":"ack","cursor":99999999999999999999}',
    '{"type":"ack","cursor":"1"}',
    '{"type":"ack"}',
    '{"type":"opened","id":"0"}',
    '{"type":"opened","id":12}',
    '{"type":"other","cursor":1}',
    '[]',
    'null',
    '',
    '\n{"type":"ack","cursor":1}\n}',
  ])('makes no sense as %s', (text) => {
    expect(readLiveClientMessage(text)).toBeUndefined();
  });

  it('may be that a message was not shown, which is an acknowledgement for who does not know of it', () => {
    const held = { type: 'ack', cursor: 0, id: '12', held: 'quiet-hours' };
    expect(readLiveClientMessage(JSON.stringify(held))).toEqual(held);
    for (const wrong of [{ held: 'Quiet!' }, { held: 'x'.repeat(33) }, { held: 7 }, { id: '0' }]) {
      const text = JSON.stringify({ ...held, ...wrong });
      expect(readLiveClientMessage(text)).toEqual({ type: 'ack', cursor: 0 });
    }
  });

  it('may be that a message was opened', () => {
    expect(readLiveClientMessage('{"type":"opened","id":"12"}')).toEqual({
      type: 'opened',
      id: '12',
    });
  });
});
