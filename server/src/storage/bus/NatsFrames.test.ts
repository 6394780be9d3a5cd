import { describe, expect, it } from 'vitest';

import { NatsFrames } from './NatsFrames.ts';

const message = (subject: string, text: string) =>
  `MSG ${subject} ${Buffer.byteLength(text)}\r\n${text}\r\n`;
/** A message that looks like others. */
const NESTED = 'MSG host.x 1 1\r\nü\r\n\r\nPING';
const LARGEST = 30;
const SENT = Buffer.from(
  [
    'INFO {"max_payload":1048576}\r\n+OK\r\n',
    message('host.news 1', 'hello'),
    'PING\r\n',
    message('host.news 1 reply.to', NESTED),
    message('host.news 1', ''),
    'HMSG host.news 1 12 17\r\nNATS/1.0\r\n\r\nhello\r\n',
    message('host.weather 1', 'x'.repeat(LARGEST)),
    message('host.weather 1', 'x'.repeat(LARGEST + 1)),
    'PONG\r\n',
  ].join(''),
);

function read(chunks: readonly Buffer[]) {
  const messages: [string, string][] = [];
  const lines: string[] = [];
  const frames = new NatsFrames({
    maxBytes: LARGEST,
    onMessage: (subject, bytes, start, end) =>
      messages.push([subject, bytes.toString('utf8', start, end)]),
    onLine: (line) => lines.push(Buffer.from(line).toString()),
  });
  // As from a socket: every chunk comes in the same buffer, which is not full.
  const buffer = Buffer.alloc(1000, 'x');
  for (const chunk of chunks) {
    chunk.copy(buffer);
    frames.read(buffer, chunk.length);
    buffer.fill('x');
  }
  return { messages, lines };
}

describe('what a NATS server sends', () => {
  const expected = {
    messages: [
      ['host.news', 'hello'],
      ['host.news', NESTED],
      ['host.news', ''],
      ['host.weather', 'x'.repeat(LARGEST)],
    ],
    lines: ['INFO {"max_payload":1048576}\r\n', '+OK\r\n', 'PING\r\n', 'PONG\r\n'],
  };

  it('is split into messages and other lines, without those that have headers or are too large', () => {
    expect(read([SENT])).toEqual(expected);
  });

  it('is split in the same way however it arrives', () => {
    for (let first = 1; first < SENT.length; first++) {
      expect(read([SENT.subarray(0, first), SENT.subarray(first)])).toEqual(expected);
    }
    for (const size of [1, 2, 3, 7]) {
      const count = Math.ceil(SENT.length / size);
      const chunks = Array.from({ length: count }, (_, n) =>
        SENT.subarray(n * size, (n + 1) * size),
      );
      expect(read(chunks)).toEqual(expected);
    }
  });

  it.each(['MSG host.news 1 x\r\n', 'MSG host.news 1 -5\r\n', 'MSG host.news\r\n', 'M\r\n'])(
    'ends the connection when it is %j',
    (line) => {
      expect(() => read([Buffer.from(line)])).toThrow('NATS sent a malformed message.');
    },
  );

  it('ends the connection when a line does not end', () => {
    const chunks = Array.from({ length: 1100 }, () => Buffer.alloc(1000, '+'));
    expect(() => read(chunks)).toThrow('NATS sent a line that does not end.');
  });
});
