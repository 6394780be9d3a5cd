import { CLOSE, OPCODE } from './frames.ts';

/** Acknowledgements are short; nobody has anything long to say to us. */
const LONGEST_MESSAGE = 16 * 1024;
const LONGEST_CONTROL = 125;
/** Each costs more than its bytes, and nobody who has something to say needs them. */
const MOST_FRAGMENTS = 64;

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

/** Where the payload of the frame is that was looked at last: it is copied from there, or read before the next. */
const scratch = Buffer.allocUnsafeSlow(LONGEST_MESSAGE);

interface Frame {
  isFinal: boolean;
  opcode: number;
  /** How many bytes of `scratch` are its payload. */
  size: number;
  isAscii: boolean;
  /** Where it ends among the bytes that it was found in. */
  end: number;
}

/** Takes the bytes of a client apart into messages (RFC 6455); throws a FrameError at the first that breaks the rules. */
export class FrameReader {
  #rest: Buffer | undefined;
  #fragments: Buffer[] | undefined;
  #fragmentBytes = 0;

  /** Everything that is complete with these bytes, which it does not keep. */
  read(bytes: Buffer, from = 0, to = bytes.length): Received[] {
    const [all, start, end] = this.#rest
      ? joined(this.#rest, bytes.subarray(from, to))
      : ([bytes, from, to] as const);
    const received: Received[] = [];
    let at = start;
    for (let frame = frameAt(all, at, end); frame; frame = frameAt(all, at, end)) {
      at = frame.end;
      const message = this.#take(frame);
      if (message) received.push(message);
    }
    this.#rest = at < end ? Buffer.from(all.subarray(at, end)) : undefined;
    return received;
  }

  #take(frame: Frame): Received | undefined {
    switch (frame.opcode) {
      case OPCODE.ping:
        return { kind: 'ping', payload: copied(frame) };
      case OPCODE.pong:
        return { kind: 'pong' };
      case OPCODE.close:
        return { kind: 'close', code: closeCode(frame) };
      case OPCODE.binary:
        throw new FrameError(CLOSE.unsupported, 'messages are text');
      default:
        return this.#takeText(frame);
    }
  }

  #takeText(frame: Frame): Received | undefined {
    const { isFinal, opcode, size, isAscii } = frame;
    const isContinuation = opcode === OPCODE.continuation;
    if (isContinuation !== (this.#fragments !== undefined)) {
      throw new FrameError(CLOSE.protocolError, 'a fragment is out of place');
    }
    if (isFinal && !isContinuation) {
      // Nearly everything is: it need not be looked at as UTF-8.
      const text = isAscii
        ? scratch.toString('latin1', 0, size)
        : decoded(scratch.subarray(0, size));
      return { kind: 'text', text };
    }
    return this.#takeFragment(frame);
  }

  #takeFragment(frame: Frame): Received | undefined {
    const fragments = (this.#fragments ??= []);
    fragments.push(copied(frame));
    this.#fragmentBytes += frame.size;
    if (this.#fragmentBytes > LONGEST_MESSAGE) {
      throw new FrameError(CLOSE.tooBig, `messages have at most ${LONGEST_MESSAGE} bytes`);
    }
    if (fragments.length > MOST_FRAGMENTS) {
      throw new FrameError(CLOSE.tooBig, `messages have at most ${MOST_FRAGMENTS} fragments`);
    }
    if (!frame.isFinal) return undefined;
    this.#fragments = undefined;
    this.#fragmentBytes = 0;
    return { kind: 'text', text: decoded(Buffer.concat(fragments)) };
  }
}

/** The code that a client closes with; some are for the use of programs alone (RFC 6455, 7.4). */
function closeCode({ size }: Frame): number | undefined {
  if (size === 0) return undefined;
  const code = size >= 2 ? scratch.readUInt16BE(0) : 0;
  const isSaid = (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014);
  const isTheirs = code >= 3000 && code <= 4999;
  if (!isSaid && !isTheirs) throw new FrameError(CLOSE.protocolError, 'no code to close with');
  decoded(scratch.subarray(2, size));
  return code;
}

function joined(rest: Buffer, more: Buffer): readonly [Buffer, number, number] {
  const all = Buffer.concat([rest, more]);
  return [all, 0, all.length];
}

function copied({ size }: Frame): Buffer {
  return Buffer.from(scratch.subarray(0, size));
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true });

function decoded(bytes: Buffer): string {
  try {
    return UTF_8.decode(bytes);
  } catch {
    throw new FrameError(CLOSE.invalidText, 'text is UTF-8');
  }
}

/** The frame that begins somewhere, or undefined while it is not all there. */
function frameAt(bytes: Buffer, at: number, to: number): Frame | undefined {
  if (to - at < 2) return undefined;
  const [first, second] = [bytes[at]!, bytes[at + 1]!];
  const opcode = first & 0x0f;
  const isFinal = (first & 0x80) !== 0;
  checkHead(first, second, opcode, isFinal);

  const short = second & 0x7f;
  const headLength = short === 126 ? 4 : short === 127 ? 10 : 2;
  if (to - at < headLength) return undefined;
  const size =
    headLength === 2
      ? short
      : headLength === 4
        ? bytes.readUInt16BE(at + 2)
        : Number(bytes.readBigUInt64BE(at + 2));
  // Before the bytes are waited for: what is announced is not collected.
  if (size > LONGEST_MESSAGE) {
    throw new FrameError(CLOSE.tooBig, `messages have at most ${LONGEST_MESSAGE} bytes`);
  }
  const start = at + headLength + 4;
  if (to < start + size) return undefined;
  return { isFinal, opcode, size, isAscii: unmask(bytes, start, size), end: start + size };
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

/** Puts a payload into `scratch` without its mask, which stands before it. Says whether all of it is ASCII. */
function unmask(bytes: Buffer, start: number, size: number): boolean {
  let all = 0;
  for (let index = 0; index < size; index++) {
    const byte = bytes[start + index]! ^ bytes[start - 4 + (index & 3)]!;
    scratch[index] = byte;
    all |= byte;
  }
  return all < 0x80;
}
