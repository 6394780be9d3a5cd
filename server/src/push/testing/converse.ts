import { connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { OPCODE } from '../live/batches/frames.ts';
import { clientFrame } from './clientFrame.ts';

/** The outcome of bytes that were sent on a WebSocket. */
export interface Outcome {
  pongs: string[];
  /** The code that it was closed with; undefined if it stays open, 1006 if the connection was cut without a close frame. */
  closed: number | undefined;
}

const PROBE = 'still open?';
/** Stands for a close without a code (RFC 6455, 7.4.1), which is as good as a normal one. */
const NO_CODE = 1000;

/** Opens a WebSocket with a request, sends bytes in pieces, and checks whether it is still open. */
export async function converse(
  url: string,
  handshake: string,
  bytes: Buffer,
  pieceBytes = bytes.length,
): Promise<Outcome> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).setNoDelay(true);
  const pongs: string[] = [];
  let heard = Buffer.alloc(0);
  let begin: () => void = () => undefined;
  const isOpen = new Promise<void>((resolve) => void (begin = resolve));
  const outcome = new Promise<Outcome>((resolve) => {
    const takeFrames = () => {
      for (let frame = frameIn(heard); frame; frame = frameIn(heard)) {
        heard = heard.subarray(frame.end);
        const { opcode, payload } = frame;
        if (opcode === OPCODE.close) {
          resolve({ pongs, closed: payload.length < 2 ? NO_CODE : payload.readUInt16BE(0) });
        } else if (opcode === OPCODE.pong) {
          if (payload.toString() === PROBE) resolve({ pongs, closed: undefined });
          else pongs.push(payload.toString());
        }
      }
    };
    let isHandshakeOver = false;
    socket.on('data', (some) => {
      heard = Buffer.concat([heard, some]);
      if (!isHandshakeOver) {
        const end = heard.indexOf('\r\n\r\n');
        if (end < 0) return;
        isHandshakeOver = true;
        heard = heard.subarray(end + 4);
        begin();
      }
      takeFrames();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      begin();
      resolve({ pongs, closed: 1006 });
    });
  });
  socket.write(handshake);
  await isOpen;
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    if (!socket.writable) break;
    socket.write(bytes.subarray(at, at + pieceBytes));
    if (pieceBytes < bytes.length) await nextTurn();
  }
  if (socket.writable) socket.write(clientFrame(OPCODE.ping, PROBE));
  const came = await outcome;
  socket.destroy();
  return came;
}

function frameIn(bytes: Buffer): { opcode: number; payload: Buffer; end: number } | undefined {
  if (bytes.length < 2) return undefined;
  const short = bytes[1]! & 0x7f;
  const start = short === 126 ? 4 : short === 127 ? 10 : 2;
  if (bytes.length < start) return undefined;
  const size =
    start === 2 ? short : start === 4 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  const end = start + size;
  if (bytes.length < end) return undefined;
  return { opcode: bytes[0]! & 0x0f, payload: bytes.subarray(start, end), end };
}
