import { CLOSE, OPCODE } from './frames.ts';

/** Acknowledgements are short; nobody has anything long to say to us. */
const LONGEST_MESSAGE = 16 * 1024;
const LONGEST_CONTROL = 125;

/** What a client said that breaks the rules: the code to close with, and why. */
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

interface Frame {
  isFinal: boolean;
  opcode: number;
  payload: Buffer;
  length: number;
}

/** Takes the bytes of a client apart into messages (RFC 6455); throws a FrameError at the first that breaks the rules. */
export class FrameReader {
  #rest: Buffer | undefined;
  #fragments: Buffer[] | undefined;

  /** Everything that is complete with these bytes. */
  read(bytes: Buffer): Received[] {
    let rest = this.#rest ? Buffer.concat([this.#rest, bytes]) : bytes;
    const received: Received[] = [];
    for (let frame = nextFrame(rest); frame; frame = nextFrame(rest)) {
      rest = rest.subarray(frame.length);
      const message = this.#take(frame);
      if (message) received.push(message);
    }
    // A copy: a few bytes must not keep the whole chunk that they came in.
    this.#rest = rest.length > 0 ? Buffer.from(rest) : undefined;
    return received;
  }

  #take({ isFinal, opcode, payload }: Frame): Received | undefined {
    switch (opcode) {
      case OPCODE.ping:
        return { kind: 'ping', payload };
      case OPCODE.pong:
        return { kind: 'pong' };
      case OPCODE.close:
        return { kind: 'close', code: payload.length >= 2 ? payload.readUInt16BE(0) : undefined };
      case OPCODE.binary:
        throw new FrameError(CLOSE.unsupported, 'messages are text');
      default:
        return this.#takeText(isFinal, opcode, payload);
    }
  }

  #takeText(isFinal: boolean, opcode: number, payload: Buffer): Received | undefined {
    const isContinuation = opcode === OPCODE.continuation;
    if (isContinuation !== (this.#fragments !== undefined)) {
      throw new FrameError(CLOSE.protocolError, 'a fragment is out of place');
    }
    if (isFinal && !isContinuation) return { kind: 'text', text: decoded(payload) };
    const fragments = [...(this.#fragments ?? []), payload];
    if (fragments.reduce((sum, { length }) => sum + length, 0) > LONGEST_MESSAGE) {
      throw new FrameError(CLOSE.tooBig, `messages have at most ${LONGEST_MESSAGE} bytes`);
    }
    this.#fragments = isFinal ? undefined : fragments;
    return isFinal ? { kind: 'text', text: decoded(Buffer.concat(fragments)) } : undefined;
  }
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true });

function decoded(bytes: Buffer): string {
  try {
    return UTF_8.decode(bytes);
  } catch {
    throw new FrameError(CLOSE.invalidText, 'text is UTF-8');
  }
}

/** The frame at the beginning, or undefined while it is not all there. */
function nextFrame(bytes: Buffer): Frame | undefined {
  if (bytes.length < 2) return undefined;
  const [first, second] = [bytes[0]!, bytes[1]!];
  const opcode = first & 0x0f;
  const isFinal = (first & 0x80) !== 0;
  checkHead(first, second, opcode, isFinal);

  const short = second & 0x7f;
  const headLength = short === 126 ? 4 : short === 127 ? 10 : 2;
  if (bytes.length < headLength) return undefined;
  const size =
    headLength === 2
      ? short
      : headLength === 4
        ? bytes.readUInt16BE(2)
        : Number(bytes.readBigUInt64BE(2));
  // Before the bytes are waited for: what is announced is not collected.
  if (size > LONGEST_MESSAGE) {
    throw new FrameError(CLOSE.tooBig, `messages have at most ${LONGEST_MESSAGE} bytes`);
  }
  const start = headLength + 4;
  if (bytes.length < start + size) return undefined;
  const payload = unmasked(bytes.subarray(start, start + size), bytes.subarray(headLength, start));
  return { isFinal, opcode, payload, length: start + size };
}

function checkHead(first: number, second: number, opcode: number, isFinal: boolean): void {
  const isControl = opcode >= OPCODE.close;
  const isKnown = opcode <= OPCODE.binary || (isControl && opcode <= OPCODE.pong);
  if ((first & 0x70) !== 0) throw new FrameError(CLOSE.protocolError, 'a reserved bit is set');
  if (!isKnown) throw new FrameError(CLOSE.protocolError, 'the kind of frame is unknown');
  if ((second & 0x80) === 0) throw new FrameError(CLOSE.protocolError, 'clients mask their frames');
  if (isControl && (!isFinal || (second & 0x7f) > LONGEST_CONTROL)) {
    throw new FrameError(CLOSE.protocolError, 'a control frame is short and whole');
  }
}

function unmasked(payload: Buffer, mask: Buffer): Buffer {
  const plain = Buffer.allocUnsafe(payload.length);
  for (let index = 0; index < payload.length; index++) {
    plain[index] = payload[index]! ^ mask[index & 3]!;
  }
  return plain;
}
