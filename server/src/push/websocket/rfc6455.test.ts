import type { AddressInfo } from 'node:net';

import { readLiveClientMessage } from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';

import { OPCODE } from '../live/batches/frames.ts';
import { clientFrame } from '../testing/clientFrame.ts';
import { converse } from '../testing/converse.ts';
import { FRAME_CASES, type FrameCase } from '../testing/frameCases.ts';
import { nativeSockets } from '../testing/nativeSockets.ts';
import { type PushServer, startPushServer } from '../testing/pushServer.ts';
import { FrameError, FrameReader, type Received } from './FrameReader.ts';

/** Every byte by itself costs a turn of the event loop: what is longer comes in pieces of this many bytes. */
const MAX_BYTE_BY_BYTE = 600;
const expected = ({ pongs = [], closed }: FrameCase) => ({ pongs, closed });
const pieceOf = ({ bytes }: FrameCase) => (bytes.length <= MAX_BYTE_BY_BYTE ? 1 : 997);

function handshake(key = ''): string {
  return [
    'GET /v1/push/connect HTTP/1.1',
    'Host: host',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Protocol: push.v1',
    `Authorization: Bearer ${key}`,
    '\r\n',
  ].join('\r\n');
}

const native = nativeSockets();
describe.each([
  ['read in C', native],
  ['read by their streams', undefined],
])('frames of devices, %s', (name, sockets) => {
  let push: PushServer;
  let open: string;
  beforeAll(async () => {
    push = await startPushServer({ nativeSockets: sockets });
    open = handshake((await push.device()).key);
  });
  afterAll(() => push.close());

  const isMissing = name === 'read in C' && native === undefined;
  it.skipIf(isMissing).each(FRAME_CASES)('$title', async (each) => {
    expect(await converse(push.url, open, each.bytes)).toEqual(expected(each));
    expect(await converse(push.url, open, each.bytes, pieceOf(each))).toEqual(expected(each));
  });

  // Ours differs on purpose: more fragments than anybody needs are work without an end.
  it.skipIf(isMissing)('more than 64 fragments of a message are closed with 1009', async () => {
    const empty = clientFrame(OPCODE.continuation, '', { isFinal: false });
    const begin = clientFrame(OPCODE.text, '{', { isFinal: false });
    const bytes = Buffer.concat([begin, ...Array.from({ length: 64 }, () => empty)]);
    expect(await converse(push.url, open, bytes)).toEqual({ pongs: [], closed: 1009 });
  });
});

// What our protocol asks of messages is asked of it too: JSON of a known kind, as text, in at most 16384 bytes.
describe('a server of the ws library', () => {
  let library: WebSocketServer;
  let url: string;
  beforeAll(async () => {
    library = new WebSocketServer({ port: 0, host: '127.0.0.1', maxPayload: 16 * 1024 });
    library.on('connection', (socket) => {
      socket.on('error', () => undefined);
      socket.on('message', (data: Buffer, isBinary) => {
        if (isBinary) socket.close(1003);
        else if (!readLiveClientMessage(data.toString())) socket.close(1002);
      });
    });
    await new Promise((resolve) => void library.once('listening', resolve));
    url = `http://127.0.0.1:${(library.address() as AddressInfo).port}`;
  });
  afterAll(() => library.close());

  it.each(FRAME_CASES)('comes to the same: $title', async (each) => {
    expect(await converse(url, handshake(), each.bytes)).toEqual(expected(each));
  });
});

describe('the reader of frames', () => {
  it.each(FRAME_CASES)('comes to the same wherever the bytes are cut: $title', ({ bytes }) => {
    const read = (pieces: Buffer[]) => {
      const received: (Received | number)[] = [];
      const reader = new FrameReader();
      try {
        for (const piece of pieces) reader.read(piece, (each) => void received.push(each));
      } catch (error) {
        if (!(error instanceof FrameError)) throw error;
        received.push(error.code);
      }
      return received;
    };
    const whole = read([bytes]);
    // Every position in what is short, and a few hundred in what is long.
    const step = Math.ceil(bytes.length / 400);
    for (let at = 1; at < bytes.length; at += step) {
      expect(read([bytes.subarray(0, at), bytes.subarray(at)]), `cut at ${at}`).toEqual(whole);
    }
  });
});
