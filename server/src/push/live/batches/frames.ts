import { LIVE_CLOSE } from '@host/contracts';

/** The kinds of frames (RFC 6455, 5.2). */
export const OPCODE = {
  continuation: 0x0,
  text: 0x1,
  binary: 0x2,
  close: 0x8,
  ping: 0x9,
  pong: 0xa,
} as const;

/** Close codes: those of RFC 6455, and those of our protocol. */
export const CLOSE = {
  goingAway: 1001,
  protocolError: 1002,
  unsupported: 1003,
  invalidText: 1007,
  tooBig: 1009,
  ...LIVE_CLOSE,
} as const;

const FIN = 0x80;
const LENGTH_16 = 126;
const LENGTH_64 = 127;

/** Encodes a server frame: unfragmented and unmasked. */
export function encodeFrame(opcode: number, payload: Buffer): Buffer {
  const { length } = payload;
  const headLength = length < LENGTH_16 ? 2 : length < 0x1_0000 ? 4 : 10;
  const frame = Buffer.allocUnsafeSlow(headLength + length);
  frame[0] = FIN | opcode;
  if (headLength === 2) frame[1] = length;
  else if (headLength === 4) {
    frame[1] = LENGTH_16;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = LENGTH_64;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  payload.copy(frame, headLength);
  return frame;
}

export function textFrame(text: string): Buffer {
  return encodeFrame(OPCODE.text, Buffer.from(text));
}

export function closeFrame(code: number, reason: string): Buffer {
  const payload = Buffer.from(`\0\0${reason}`);
  payload.writeUInt16BE(code, 0);
  return encodeFrame(OPCODE.close, payload);
}
