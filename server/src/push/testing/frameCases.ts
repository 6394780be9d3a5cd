import { OPCODE, encodeFrame } from '../live/batches/frames.ts';
import { clientFrame } from './clientFrame.ts';

/** What a client sends after its handshake, and the expected outcome. */
export interface FrameCase {
  title: string;
  bytes: Buffer;
  /** The payloads of the pongs that come back. */
  pongs?: readonly string[];
  /** The code that the connection is closed with; without it, it stays open. */
  closed?: number;
}

const { text: TEXT, binary: BINARY, continuation: MORE, ping: PING, pong: PONG, close } = OPCODE;
const START = { isFinal: false };

/** A message of a given size that our servers handle. */
const message = (bytes = 40) => withText('x'.repeat(bytes - withText('').length));
const withText = (value: string) => `{"type":"ack","cursor":0,"x":"${value}"}`;
const textOf = (value: Buffer) => {
  const [before, after] = withText('|').split('|');
  return Buffer.concat([Buffer.from(before!), value, Buffer.from(after!)]);
};
const all = (...frames: Buffer[]) => Buffer.concat(frames);
const closeWith = (code: number, reason: string | Buffer = '') =>
  clientFrame(close, Buffer.concat([Buffer.from([code >> 8, code & 0xff]), Buffer.from(reason)]));
/** A frame header that announces a length, without a payload. */
const announced = (first: number, bytes: bigint) => {
  const head = Buffer.alloc(14);
  head.set([first, 0xff]);
  head.writeBigUInt64BE(bytes, 2);
  return head;
};

const framing: FrameCase[] = [
  ...[38, 125, 126, 127, 128, 1000, 16_383, 16_384].map((bytes) => ({
    title: `1: a text of ${bytes} bytes`,
    bytes: clientFrame(TEXT, message(bytes)),
  })),
  { title: '1: an empty text, which is no message', bytes: clientFrame(TEXT), closed: 1002 },
  { title: '1: a binary message', bytes: clientFrame(BINARY, 'x'), closed: 1003 },
  { title: '1: an empty binary message', bytes: clientFrame(BINARY), closed: 1003 },
  {
    title: '1: a frame without a mask',
    bytes: encodeFrame(TEXT, Buffer.from(message())),
    closed: 1002,
  },
  { title: '1: a mask of zeros', bytes: clientFrame(TEXT, message(), { mask: [0, 0, 0, 0] }) },
  {
    title: '1: a mask of ones',
    bytes: clientFrame(TEXT, message(), { mask: [255, 255, 255, 255] }),
  },
];

const pings: FrameCase[] = [
  { title: '2: a ping', bytes: clientFrame(PING), pongs: [''] },
  { title: '2: a ping with bytes', bytes: clientFrame(PING, 'hello'), pongs: ['hello'] },
  {
    title: '2: a ping of 125 bytes',
    bytes: clientFrame(PING, 'x'.repeat(125)),
    pongs: ['x'.repeat(125)],
  },
  { title: '2: a ping of 126 bytes', bytes: clientFrame(PING, 'x'.repeat(126)), closed: 1002 },
  { title: '2: a pong that nobody asked for', bytes: clientFrame(PONG, 'x') },
  {
    title: '2: a pong and a ping',
    bytes: all(clientFrame(PONG, 'x'), clientFrame(PING, 'y')),
    pongs: ['y'],
  },
  {
    title: '2: ten pings',
    bytes: all(...Array.from({ length: 10 }, (_, index) => clientFrame(PING, `${index}`))),
    pongs: Array.from({ length: 10 }, (_, index) => `${index}`),
  },
];

const reservedBits: FrameCase[] = [
  ...[0x40, 0x20, 0x10, 0x70].flatMap((reserved) =>
    [TEXT, PING, close].map((opcode) => ({
      title: `3: the reserved bits ${reserved.toString(16)} in a frame of kind ${opcode}`,
      bytes: clientFrame(opcode, '', { reserved }),
      closed: 1002,
    })),
  ),
  {
    title: '3: a reserved bit after a message and a ping',
    bytes: all(
      clientFrame(TEXT, message()),
      clientFrame(PING, 'a'),
      clientFrame(TEXT, 'x', { reserved: 0x40 }),
    ),
    pongs: ['a'],
    closed: 1002,
  },
];

const opcodes: FrameCase[] = [3, 4, 5, 6, 7, 11, 12, 13, 14, 15].map((opcode) => ({
  title: `4: a frame of kind ${opcode}, which is none`,
  bytes: clientFrame(opcode, 'x'),
  closed: 1002,
}));

const half = message().length / 2;
const [head, tail] = [message().slice(0, half), message().slice(half)];
const fragments: FrameCase[] = [
  {
    title: '5: a message in two fragments',
    bytes: all(clientFrame(TEXT, head, START), clientFrame(MORE, tail)),
  },
  {
    title: '5: a message in single bytes',
    bytes: all(
      clientFrame(TEXT, message()[0], START),
      ...message()
        .slice(1)
        .split('')
        .map((byte) => clientFrame(MORE, byte, START)),
      clientFrame(MORE),
    ),
  },
  {
    title: '5: a message with empty fragments',
    bytes: all(
      clientFrame(TEXT, '', START),
      clientFrame(MORE, message(), START),
      clientFrame(MORE),
    ),
  },
  {
    title: '5: a ping between fragments',
    bytes: all(clientFrame(TEXT, head, START), clientFrame(PING, 'p'), clientFrame(MORE, tail)),
    pongs: ['p'],
  },
  {
    title: '5: a ping in fragments',
    bytes: all(clientFrame(PING, 'a', START), clientFrame(MORE, 'b')),
    closed: 1002,
  },
  { title: '5: a pong in fragments', bytes: clientFrame(PONG, 'a', START), closed: 1002 },
  { title: '5: a close in fragments', bytes: clientFrame(close, '', START), closed: 1002 },
  { title: '5: a continuation of nothing', bytes: clientFrame(MORE, 'x'), closed: 1002 },
  {
    title: '5: a first continuation of nothing',
    bytes: clientFrame(MORE, 'x', START),
    closed: 1002,
  },
  {
    title: '5: a continuation after a whole message',
    bytes: all(clientFrame(TEXT, message()), clientFrame(MORE, 'x')),
    closed: 1002,
  },
  {
    title: '5: a new message between fragments',
    bytes: all(clientFrame(TEXT, head, START), clientFrame(TEXT, tail)),
    closed: 1002,
  },
  {
    title: '5: a binary message between fragments',
    bytes: all(clientFrame(TEXT, head, START), clientFrame(BINARY, tail)),
    closed: 1002,
  },
  {
    title: '5: two messages in fragments, one after the other',
    bytes: all(...[0, 1].flatMap(() => [clientFrame(TEXT, head, START), clientFrame(MORE, tail)])),
  },
];

const VALID = [
  'κόσμε',
  '\u{10ffff}',
  '\ud7ff\ue000',
  '\u0000'.replace('\0', '\u0080'),
  '\ufeff',
  '\uffff',
  '😀',
];
const INVALID = {
  'a byte that is none': [0xff],
  'a lone continuation': [0x80],
  'a sequence that is cut': [0xce],
  'two bytes for an ASCII character': [0xc1, 0xbf],
  'three bytes for one of two': [0xe0, 0x80, 0xaf],
  'four bytes for one of three': [0xf0, 0x80, 0x80, 0xaf],
  'a first surrogate': [0xed, 0xa0, 0x80],
  'a last surrogate': [0xed, 0xbf, 0xbf],
  'a pair of surrogates': [0xed, 0xa0, 0x80, 0xed, 0xb0, 0x80],
  'what is above the last character': [0xf4, 0x90, 0x80, 0x80],
  'five bytes': [0xf8, 0x88, 0x80, 0x80, 0x80],
  'six bytes': [0xfc, 0x84, 0x80, 0x80, 0x80, 0x80],
};
const utf8: FrameCase[] = [
  ...VALID.map((value, index) => ({
    title: `6: text ${index} that is UTF-8`,
    bytes: clientFrame(TEXT, withText(value)),
  })),
  ...Object.entries(INVALID).flatMap(([what, bytes]) => [
    { title: `6: ${what}`, bytes: clientFrame(TEXT, textOf(Buffer.from(bytes))), closed: 1007 },
    {
      title: `6: ${what}, in fragments`,
      bytes: all(clientFrame(TEXT, '{', START), clientFrame(MORE, Buffer.from(bytes))),
      closed: 1007,
    },
  ]),
  {
    title: '6: a character that is cut between fragments',
    bytes: all(
      clientFrame(
        TEXT,
        Buffer.concat([Buffer.from('{"type":"ack","cursor":0,"x":"'), Buffer.from([0xf0, 0x9f])]),
        START,
      ),
      clientFrame(PING, 'p'),
      clientFrame(MORE, Buffer.concat([Buffer.from([0x98, 0x80]), Buffer.from('"}')])),
    ),
    pongs: ['p'],
  },
];

const CODES_SAID = [
  1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 3000, 3999, 4000, 4999,
];
const CODES_NEVER_SAID = [0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65_535];
const closing: FrameCase[] = [
  { title: '7: a close', bytes: clientFrame(close), closed: 1000 },
  { title: '7: a close with half a code', bytes: clientFrame(close, 'x'), closed: 1002 },
  { title: '7: a close with a reason', bytes: closeWith(1000, 'bye'), closed: 1000 },
  {
    title: '7: a close with the longest reason',
    bytes: closeWith(1000, 'x'.repeat(123)),
    closed: 1000,
  },
  {
    title: '7: a close with too long a reason',
    bytes: closeWith(1000, 'x'.repeat(124)),
    closed: 1002,
  },
  {
    title: '7: a close with a reason that is no UTF-8',
    bytes: closeWith(1000, Buffer.from([0xff])),
    closed: 1007,
  },
  ...CODES_SAID.map((code) => ({
    title: `7: a close with ${code}`,
    bytes: closeWith(code),
    closed: code,
  })),
  ...CODES_NEVER_SAID.map((code) => ({
    title: `7: a close with ${code}, which is never said`,
    bytes: closeWith(code),
    closed: 1002,
  })),
  {
    title: '7: a ping after a close',
    bytes: all(clientFrame(close), clientFrame(PING, 'x')),
    closed: 1000,
  },
  { title: '7: a close after a close', bytes: all(closeWith(1001), closeWith(1003)), closed: 1001 },
  {
    title: '7: what breaks the rules after a close',
    bytes: all(closeWith(1001), Buffer.alloc(50, 0xff)),
    closed: 1001,
  },
  {
    title: '7: a close between fragments',
    bytes: all(clientFrame(TEXT, head, START), closeWith(1000)),
    closed: 1000,
  },
  {
    title: '7: a ping and a close',
    bytes: all(clientFrame(PING, 'p'), closeWith(1000)),
    pongs: ['p'],
    closed: 1000,
  },
];

const limits: FrameCase[] = [
  { title: '9: a text of 16385 bytes', bytes: clientFrame(TEXT, message(16_385)), closed: 1009 },
  { title: '9: a text of 70000 bytes', bytes: clientFrame(TEXT, message(70_000)), closed: 1009 },
  { title: '9: a length of 2^53', bytes: announced(0x81, 2n ** 53n), closed: 1009 },
  { title: '9: a length of 2^64 - 1', bytes: announced(0x81, 2n ** 64n - 1n), closed: 1009 },
  {
    title: '9: a continuation of nothing with a length of 2^60',
    bytes: announced(0x80, 2n ** 60n),
    closed: 1002,
  },
  {
    title: '9: fragments of more than 16384 bytes in all',
    bytes: all(clientFrame(TEXT, message(16_384), START), clientFrame(MORE, 'x')),
    closed: 1009,
  },
  {
    title: '9: a hundred messages',
    bytes: all(...Array.from({ length: 100 }, () => clientFrame(TEXT, message(200)))),
  },
  {
    title: '10: a message in fragments of 1000 bytes',
    bytes: all(
      clientFrame(TEXT, message(16_000).slice(0, 1000), START),
      ...Array.from({ length: 15 }, (_, index) =>
        clientFrame(MORE, message(16_000).slice((index + 1) * 1000, (index + 2) * 1000), {
          isFinal: index === 14,
        }),
      ),
    ),
  },
];

/** The rules of RFC 6455 for frames, by the sections of the Autobahn test suite. To add a case, add an entry. */
export const FRAME_CASES: readonly FrameCase[] = [
  ...framing,
  ...pings,
  ...reservedBits,
  ...opcodes,
  ...fragments,
  ...utf8,
  ...closing,
  ...limits,
];
