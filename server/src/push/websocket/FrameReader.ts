import { isUtf8 } from 'node:buffer';

import { CLOSE, OPCODE } from '../live/batches/frames.ts';

/** Devices send acknowledgements and other short messages. */
const MAX_MESSAGE_BYTES = 16 * 1024;
const MAX_CONTROL_BYTES = 125;
/** A fragment costs more than its bytes, and no device needs many. */
const MAX_FRAGMENTS = 64;

/** A violation of the protocol by a client: the code to close with, and why. */
export class FrameError extends Error {
  readonly code: number;

  constructor(code: number, reason: string) {
    super(reason);
    this.code = code;
  }
}

export type Received =
  | { kind: 'text'; text: string }
  | { kind: 'ping'; payload: Buffer }
  | { kind: 'pong' }
  | { kind: 'close'; code: number | undefined };

/** A shared buffer for the unmasked payload of the current frame: it is used or copied before the next one. */
const scratch = Buffer.allocUnsafeSlow(MAX_MESSAGE_BYTES);

interface Frame {
  isFinal: boolean;
  opcode: number;
  /** The length of its payload in `scratch`. */
  size: number;
  isAscii: boolean;
  /** The offset after the frame in the bytes that were read. */
  end: number;
}

/** Parses the bytes of a client into messages (RFC 6455); throws a FrameError at the first violation. */
export class FrameReader {
  #rest: Buffer | undefined;
  #fragments: Buffer[] | undefined;
  #fragmentBytes = 0;
  #isDone = false;

  /**
   * Calls back for every message that these bytes complete, in order, including those before a violation. The bytes are not
   * retained. After a close or a violation there are no further calls.
   */
  read(bytes: Buffer, take: (received: Received) => void, from = 0, to = bytes.length): void {
    if (this.#isDone) return;
    const [all, start, end] = this.#rest
      ? joined(this.#rest, bytes.subarray(from, to))
      : ([bytes, from, to] as const);
    let at = start;
    // Reset after the loop: a close or a violation leaves it set.
    this.#isDone = true;
    for (let frame = this.#frameAt(all, at, end); frame; frame = this.#frameAt(all, at, end)) {
      at = frame.end;
      const received = this.#receive(frame);
      if (received) take(received);
      if (received?.kind === 'close') return;
    }
    this.#rest = at < end ? Buffer.from(all.subarray(at, end)) : undefined;
    this.#isDone = false;
  }

  /** The frame at an offset, or undefined while it is incomplete. */
  #frameAt(bytes: Buffer, at: number, to: number): Frame | undefined {
    if (to - at < 2) return undefined;
    const [first, second] = [bytes[at]!, bytes[at + 1]!];
    const opcode = first & 0x0f;
    const isFinal = (first & 0x80) !== 0;
    checkHead(first, second, opcode, isFinal);
    if (opcode < OPCODE.close) this.#checkPlace(opcode);

    const short = second & 0x7f;
    const headLength = short === 126 ? 4 : short === 127 ? 10 : 2;
    if (to - at < headLength) return undefined;
    const size =
      headLength === 2
        ? short
        : headLength === 4
          ? bytes.readUInt16BE(at + 2)
          : Number(bytes.readBigUInt64BE(at + 2));
    // Checked before the payload arrives, so that it is never buffered.
    if (size > MAX_MESSAGE_BYTES) throw tooLong();
    const start = at + headLength + 4;
    if (to < start + size) return undefined;
    return { isFinal, opcode, size, isAscii: unmask(bytes, start, size), end: start + size };
  }

  #checkPlace(opcode: number): void {
    if ((opcode === OPCODE.continuation) !== (this.#fragments !== undefined)) {
      throw new FrameError(CLOSE.protocolError, 'a fragment is out of place');
    }
    if (opcode === OPCODE.binary) throw new FrameError(CLOSE.unsupported, 'messages are text');
  }

  #receive(frame: Frame): Received | undefined {
    switch (frame.opcode) {
      case OPCODE.ping:
        return { kind: 'ping', payload: copied(frame) };
      case OPCODE.pong:
        return { kind: 'pong' };
      case OPCODE.close:
        return { kind: 'close', code: closeCode(frame) };
      default:
        return frame.isFinal && !this.#fragments
          ? { kind: 'text', text: textOf(scratch, frame.size, frame.isAscii) }
          : this.#receiveFragment(frame);
    }
  }

  #receiveFragment(frame: Frame): Received | undefined {
    const fragments = (this.#fragments ??= []);
    fragments.push(copied(frame));
    this.#fragmentBytes += frame.size;
    if (this.#fragmentBytes > MAX_MESSAGE_BYTES) throw tooLong();
    if (fragments.length > MAX_FRAGMENTS) {
      throw new FrameError(CLOSE.tooBig, `messages have at most ${MAX_FRAGMENTS} fragments`);
    }
    if (!frame.isFinal) return undefined;
    const whole = Buffer.concat(fragments);
    this.#fragments = undefined;
    this.#fragmentBytes = 0;
    return { kind: 'text', text: textOf(whole, whole.length) };
  }
}

function tooLong(): FrameError {
  return new FrameError(CLOSE.tooBig, `messages have at most ${MAX_MESSAGE_BYTES} bytes`);
}

/** The code that a client closes with; some codes must not be sent (RFC 6455, 7.4). */
function closeCode({ size }: Frame): number | undefined {
  if (size === 0) return undefined;
  const code = size >= 2 ? scratch.readUInt16BE(0) : 0;
  const isSaid = (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014);
  const isTheirs = code >= 3000 && code <= 4999;
  if (!isSaid && !isTheirs) throw new FrameError(CLOSE.protocolError, 'no code to close with');
  textOf(scratch.subarray(2, size), size - 2);
  return code;
}

function joined(rest: Buffer, more: Buffer): readonly [Buffer, number, number] {
  const all = Buffer.concat([rest, more]);
  return [all, 0, all.length];
}

function copied({ size }: Frame): Buffer {
  return Buffer.from(scratch.subarray(0, size));
}

function textOf(bytes: Buffer, size: number, isAscii = false): string {
  // Nearly everything is ASCII, and needs no check of its UTF-8.
  if (isAscii) return bytes.toString('latin1', 0, size);
  if (!isUtf8(bytes.subarray(0, size))) throw new FrameError(CLOSE.invalidText, 'text is UTF-8');
  return bytes.toString('utf8', 0, size);
}

function checkHead(first: number, second: number, opcode: number, isFinal: boolean): void {
  const isControl = opcode >= OPCODE.close;
  const isKnown = opcode <= OPCODE.binary || (isControl && opcode <= OPCODE.pong);
  if ((first & 0x70) !== 0) throw new FrameError(CLOSE.protocolError, 'a reserved bit is set');
  if (!isKnown) throw new FrameError(CLOSE.protocolError, 'the kind of frame is unknown');
  if ((second & 0x80) === 0) throw new FrameError(CLOSE.protocolError, 'clients mask their frames');
  if (isControl && (!isFinal || (second & 0x7f) > MAX_CONTROL_BYTES)) {
    throw new FrameError(CLOSE.protocolError, 'a control frame is short and whole');
  }
}

/** Unmasks a payload into `scratch`; the mask is before it. Returns whether all of it is ASCII. */
function unmask(bytes: Buffer, start: number, size: number): boolean {
  let all = 0;
  for (let index = 0; index < size; index++) {
    const byte = bytes[start + index]! ^ bytes[start - 4 + (index & 3)]!;
    scratch[index] = byte;
    all |= byte;
  }
  return all < 0x80;
}
