import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { OPCODE, closeFrame, encodeFrame } from '../live/batches/frames.ts';
import { clientFrame } from '../testing/clientFrame.ts';
import { FrameError, FrameReader, type Received } from './FrameReader.ts';

function readAll(reader: FrameReader, ...bytes: [Buffer, from?: number, to?: number]): Received[] {
  const received: Received[] = [];
  const [all, from, to] = bytes;
  reader.read(all, (each) => void received.push(each), from, to);
  return received;
}

const text = (value: string) => clientFrame(OPCODE.text, Buffer.from(value));
const codeOf = (bytes: Buffer) => {
  try {
    readAll(new FrameReader(), bytes);
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
          .flatMap((end, index) => readAll(reader, bytes.subarray(edges[index], end)));
        expect(received).toEqual(messages.map((each) => ({ kind: 'text', text: each })));
      }),
    );
  });

  it('has few fragments: very many empty ones are work without an end', () => {
    const piece = (opcode: number, value: string, isFinal = false) =>
      clientFrame(opcode, Buffer.from(value), { isFinal });
    const fragments = (count: number) =>
      Array.from({ length: count }, () => piece(OPCODE.continuation, ''));
    const begin = piece(OPCODE.text, 'a');
    const end = piece(OPCODE.continuation, 'b', true);
    const read = (count: number) =>
      readAll(new FrameReader(), Buffer.concat([begin, ...fragments(count), end]));
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
    expect(codeOf(clientFrame(OPCODE.close, Buffer.from(payload)))).toBe(code);
  });

  it('may stand among other bytes, which stay as they are', () => {
    const bytes = Buffer.concat([text('before'), text('this one'), text('after')]);
    const before = Buffer.from(bytes);
    const [from, to] = [text('before').length, bytes.length - text('after').length];
    expect(readAll(new FrameReader(), bytes, from, to)).toEqual([
      { kind: 'text', text: 'this one' },
    ]);
    const reader = new FrameReader();
    expect(readAll(reader, bytes, from, to - 3)).toEqual([]);
    expect(readAll(reader, bytes, to - 3, to)).toEqual([{ kind: 'text', text: 'this one' }]);
    expect(bytes).toEqual(before);
  });

  it('may be a message in fragments, with control frames between them', () => {
    const reader = new FrameReader();
    const received = [
      clientFrame(OPCODE.text, Buffer.from('{"type":'), { isFinal: false }),
      clientFrame(OPCODE.ping, Buffer.from('still there?')),
      clientFrame(OPCODE.continuation, Buffer.from('"ack"'), { isFinal: false }),
      clientFrame(OPCODE.pong, Buffer.alloc(0)),
      clientFrame(OPCODE.continuation, Buffer.from('}')),
    ].flatMap((frame) => readAll(reader, frame));
    expect(received).toEqual([
      { kind: 'ping', payload: Buffer.from('still there?') },
      { kind: 'pong' },
      { kind: 'text', text: '{"type":"ack"}' },
    ]);
  });

  it('may be the end, with a code or without', () => {
    const payload = closeFrame(1001, 'bye').subarray(2);
    expect(readAll(new FrameReader(), clientFrame(OPCODE.close, payload))).toEqual([
      { kind: 'close', code: 1001 },
    ]);
    expect(readAll(new FrameReader(), clientFrame(OPCODE.close, Buffer.alloc(0)))).toEqual([
      { kind: 'close', code: undefined },
    ]);
  });

  it.each([
    ['a frame that is not masked', encodeFrame(OPCODE.text, Buffer.from('x')), 1002],
    ['a reserved bit', Buffer.from([0xc1, 0x80, 0, 0, 0, 0]), 1002],
    ['an unknown kind', Buffer.from([0x83, 0x80, 0, 0, 0, 0]), 1002],
    ['an unknown control frame', Buffer.from([0x8b, 0x80, 0, 0, 0, 0]), 1002],
    ['a fragmented ping', Buffer.from([0x09, 0x80, 0, 0, 0, 0]), 1002],
    ['a long ping', clientFrame(OPCODE.ping, Buffer.alloc(126)), 1002],
    ['a continuation of nothing', clientFrame(OPCODE.continuation, Buffer.from('x')), 1002],
    ['binary data', clientFrame(OPCODE.binary, Buffer.from('x')), 1003],
    ['text that is not UTF-8', clientFrame(OPCODE.text, Buffer.from([0xff])), 1007],
    ['a message that is too long', clientFrame(OPCODE.text, Buffer.alloc(20_000)), 1009],
    ['one that is announced as too long', Buffer.from([0x81, 0xff, 0, 0, 1, 0, 0, 0, 0, 0]), 1009],
  ])('is refused when it is %s', (_, bytes, code) => {
    expect(codeOf(bytes)).toBe(code);
  });

  it('is refused when its fragments add up to too much, or a new message starts between them', () => {
    const part = clientFrame(OPCODE.text, Buffer.alloc(10_000, 'x'), { isFinal: false });
    const more = clientFrame(OPCODE.continuation, Buffer.alloc(10_000, 'x'), { isFinal: false });
    expect(codeOf(Buffer.concat([part, more]))).toBe(1009);
    expect(codeOf(Buffer.concat([part, text('x')]))).toBe(1002);
  });

  it('counts up to where it breaks the rules, and not beyond that or a close', () => {
    const reader = new FrameReader();
    const received: Received[] = [];
    const take = (each: Received) => void received.push(each);
    const bad = Buffer.from([0xff, 0xff]);
    expect(() => reader.read(Buffer.concat([text('a'), bad, text('b')]), take)).toThrow(FrameError);
    reader.read(text('c'), take);
    const closing = new FrameReader();
    closing.read(Buffer.concat([text('d'), clientFrame(OPCODE.close, Buffer.alloc(0)), bad]), take);
    closing.read(text('e'), take);
    expect(received).toEqual([
      { kind: 'text', text: 'a' },
      { kind: 'text', text: 'd' },
      { kind: 'close', code: undefined },
    ]);
  });

  it('is refused by its first bytes: the rest is not waited for', () => {
    expect(codeOf(Buffer.from([0x80, 0xfd]))).toBe(1002);
    expect(codeOf(Buffer.from([0x82, 0xfd]))).toBe(1003);
    expect(codeOf(Buffer.from([0x81, 0xff, 0xff, 0, 0, 0, 0, 0, 0, 0]))).toBe(1009);
  });

  it('is taken apart or refused, whatever it is', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(() => codeOf(Buffer.from(bytes))).not.toThrow();
      }),
    );
  });
});
