import { encodeFrame } from '../live/batches/frames.ts';

interface FrameOptions {
  isFinal?: boolean;
  mask?: readonly number[];
  /** Bits to set in the first byte: the reserved ones are 0x40, 0x20 and 0x10. */
  reserved?: number;
}

/** A frame as a client sends it. */
export function clientFrame(
  opcode: number,
  payload: Buffer | string = '',
  { isFinal = true, mask = [1, 2, 3, 4], reserved = 0 }: FrameOptions = {},
): Buffer {
  const plain = Buffer.from(payload);
  const frame = encodeFrame(opcode, plain);
  const head = frame.subarray(0, frame.length - plain.length);
  if (!isFinal) head[0]! &= 0x7f;
  head[0]! |= reserved;
  head[1]! |= 0x80;
  const body = plain.map((byte, index) => byte ^ mask[index % 4]!);
  return Buffer.concat([head, Buffer.from(mask), body]);
}
