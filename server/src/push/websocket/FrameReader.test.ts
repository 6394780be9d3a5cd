import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { FrameError, FrameReader } from './FrameReader.ts';
import { OPCODE, closeFrame, encodeFrame } from './frames.ts';

/** A frame as a client sends it. */
function masked(opcode: number, payload: Buffer, { isFinal = true, mask = [1, 2, 3, 4] } = {}) {
  const frame = encodeFrame(opcode, payload);
  const head = frame.subarray(0, frame.length - payload.length);
  if (!isFinal) head[0]! &= 0x7f;
  head[1]! |= 0x80;
  const body = payload.map((byte, index) => byte ^ mask[index % 4]!);
  return Buffer.concat([head, Buffer.from(mask), body]);
}

const text = (value: string) => masked(OPCODE.text, Buffer.from(value));
const codeOf = (bytes: Buffer) => {
  try {
    new FrameReader().read(bytes);
  } catch (error) {
    if (error instanceof FrameError) return error.code;
    throw error;
  }
  return undefined;
};

describe('what a client sends', () => {
  it('is the same, however it is cut into pieces', () => {
    const messages = [
      '{"type":"ack","cursor":1}',
      '',
      'ünïcode 🙂',
      'x'.repeat(200),
      'y'.repeat(9000),
    ];
    const bytes = Buffer.concat(messages.map(text));
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length), { maxLength: 20 }), (cuts) => {
        const reader = new FrameReader();
        const edges = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
        const received = edges
          .slice(1)
          .flatMap((end, index) => reader.read(bytes.subarray(edges[index], end)));
        expect(received).toEqual(messages.map((each) => ({ kind: 'text', text: each })));
      }),
    );
  });

  it('has few fragments: very many empty ones are work without an end', () => {
    const piece = (opcode: number, value: string, isFinal = false) =>
      masked(opcode, Buffer.from(value), { isFinal });
    const fragments = (count: number) =>
      Array.from({ length: count }, () => piece(OPCODE.continuation, ''));
    const begin = piece(OPCODE.text, 'a');
    const end = piece(OPCODE.continuation, 'b', true);
    const read = (count: number) =>
      new FrameReader().read(Buffer.concat([begin, ...fragments(count), end]));
    expect(read(62)).toEqual([{ kind: 'text', text: 'ab' }]);
    expect(codeOf(Buffer.concat([begin, ...fragments(64)]))).toBe(1009);
  });

  it.each([
    ['no code and no reason', [], undefined],
    ['a code', [0x03, 0xe8], undefined],
    ['a code of its own', [0x0f, 0xa0], undefined],
    ['half a code', [0x03], 1002],
    ['a code that is never sent', [0x03, 0xed], 1002],
    ['a code that is none', [0xff, 0xff], 1002],
    ['a reason that is no text', [0x03, 0xe8, 0xff], 1007],
  ])('may close with %s, or is told what is wrong with it', (_what, payload, code) => {
    expect(codeOf(masked(OPCODE.close, Buffer.from(payload)))).toBe(code);
  });

  it('may stand among other bytes, which stay as they are', () => {
    const bytes = Buffer.concat([text('before'), text('this one'), text('after')]);
    const before = Buffer.from(bytes);
    const [from, to] = [text('before').length, bytes.length - text('after').length];
    expect(new FrameReader().read(bytes, from, to)).toEqual([{ kind: 'text', text: 'this one' }]);
    const reader = new FrameReader();
    expect(reader.read(bytes, from, to - 3)).toEqual([]);
    expect(reader.read(bytes, to - 3, to)).toEqual([{ kind: 'text', text: 'this one' }]);
    expect(bytes).toEqual(before);
  });

  it('may be a message in fragments, with control frames between them', () => {
    const reader = new FrameReader();
    const received = [
      masked(OPCODE.text, Buffer.from('{"type":'), { isFinal: false }),
      masked(OPCODE.ping, Buffer.from('still there?')),
      masked(OPCODE.continuation, Buffer.from('"ack"'), { isFinal: false }),
      masked(OPCODE.pong, Buffer.alloc(0)),
      masked(OPCODE.continuation, Buffer.from('}')),
    ].flatMap((frame) => reader.read(frame));
    expect(received).toEqual([
      { kind: 'ping', payload: Buffer.from('still there?') },
      { kind: 'pong' },
      { kind: 'text', text: '{"type":"ack"}' },
    ]);
  });

  it('may be the end, with a code or without', () => {
    const payload = closeFrame(1001, 'bye').subarray(2);
    expect(new FrameReader().read(masked(OPCODE.close, payload))).toEqual([
      { kind: 'close', code: 1001 },
    ]);
    expect(new FrameReader().read(masked(OPCODE.close, Buffer.alloc(0)))).toEqual([
      { kind: 'close', code: undefined },
    ]);
  });

  it.each([
    ['a frame that is not masked', encodeFrame(OPCODE.text, Buffer.from('x')), 1002],
    ['a reserved bit', Buffer.from([0xc1, 0x80, 0, 0, 0, 0]), 1002],
    ['an unknown kind', Buffer.from([0x83, 0x80, 0, 0, 0, 0]), 1002],
    ['an unknown control frame', Buffer.from([0x8b, 0x80, 0, 0, 0, 0]), 1002],
    ['a fragmented ping', Buffer.from([0x09, 0x80, 0, 0, 0, 0]), 1002],
    ['a long ping', masked(OPCODE.ping, Buffer.alloc(126)), 1002],
    ['a continuation of nothing', masked(OPCODE.continuation, Buffer.from('x')), 1002],
    ['binary data', masked(OPCODE.binary, Buffer.from('x')), 1003],
    ['text that is not UTF-8', masked(OPCODE.text, Buffer.from([0xff])), 1007],
    ['a message that is too long', masked(OPCODE.text, Buffer.alloc(20_000)), 1009],
    ['one that is announced as too long', Buffer.from([0x81, 0xff, 0, 0, 1, 0, 0, 0, 0, 0]), 1009],
  ])('is refused when it is %s', (_, bytes, code) => {
    expect(codeOf(bytes)).toBe(code);
  });

  it('is refused when its fragments add up to too much, or a new message starts between them', () => {
    const part = masked(OPCODE.text, Buffer.alloc(10_000, 'x'), { isFinal: false });
    const more = masked(OPCODE.continuation, Buffer.alloc(10_000, 'x'), { isFinal: false });
    expect(codeOf(Buffer.concat([part, more]))).toBe(1009);
    expect(codeOf(Buffer.concat([part, text('x')]))).toBe(1002);
  });

  it('is taken apart or refused, whatever it is', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(() => codeOf(Buffer.from(bytes))).not.toThrow();
      }),
    );
  });
});
