const [SPACE, LINE_FEED, M, H] = [0x20, 0x0a, 0x4d, 0x48];
const [DIGIT_0, DIGIT_9] = [0x30, 0x39];
const SUBJECT_AT = 'MSG '.length;
const LINE_END_BYTES = 2;
/** A server sends no longer lines. */
const MAX_LINE_BYTES = 1_000_000;

/** Called with a message, which are the bytes from `start` to `end`, until it returns. */
export type OnMessage = (subject: string, bytes: Buffer, start: number, end: number) => void;

interface FramesOptions {
  /** Messages of more bytes are skipped. */
  maxBytes: number;
  onMessage: OnMessage;
  /** Called with a copy of every line that does not begin a message. */
  onLine: (line: Uint8Array) => void;
}

/** A message of which only the beginning has arrived. */
interface Begun {
  subject: string;
  /** Undefined if it is skipped. */
  said: Buffer | undefined;
  /** How many bytes are still to come, including those that end its line. */
  left: number;
}

/**
 * Splits what a NATS server sends into messages and other lines. Of a message that arrives in one piece it copies nothing and
 * looks at no byte, and it makes no objects: every node hears every hint, and most hints are for none of its devices.
 */
export class NatsFrames {
  readonly #options: FramesOptions;
  #line: Buffer | undefined;
  #begun: Begun | undefined;

  constructor(options: FramesOptions) {
    this.#options = options;
  }

  /** Reads the bytes that come next; they may be overwritten afterwards. */
  read(bytes: Buffer, length: number): void {
    let at = 0;
    while (at < length) {
      at = this.#begun
        ? this.#continue(this.#begun, bytes, at, length)
        : this.#next(bytes, at, length);
    }
  }

  #next(bytes: Buffer, at: number, length: number): number {
    let end = at;
    while (end < length && bytes[end] !== LINE_FEED) end++;
    const isWhole = end < length;
    if (isWhole) end++;
    if (isWhole && !this.#line) return this.#take(bytes, at, end, bytes, end, length);
    const line = Buffer.concat([this.#line ?? Buffer.alloc(0), bytes.subarray(at, end)]);
    this.#line = isWhole ? undefined : line;
    if (isWhole) return this.#take(line, 0, line.length, bytes, end, length);
    if (line.length > MAX_LINE_BYTES) throw new Error('NATS sent a line that does not end.');
    return end;
  }

  /** Takes a line, and the message after it if that is all there. Returns where the next line begins. */
  #take(
    line: Buffer,
    start: number,
    end: number,
    bytes: Buffer,
    at: number,
    length: number,
  ): number {
    const { maxBytes, onMessage, onLine } = this.#options;
    if (line[start] !== M && line[start] !== H) {
      onLine(Uint8Array.prototype.slice.call(line, start, end));
      return at;
    }
    const size = sizeIn(line, end - LINE_END_BYTES);
    const subject = subjectIn(line, start + SUBJECT_AT, end);
    // Nodes send no headers, and nothing larger.
    const isWanted = line[start] === M && size <= maxBytes;
    const next = at + size + LINE_END_BYTES;
    if (next <= length) {
      if (isWanted) onMessage(subject, bytes, at, at + size);
      return next;
    }
    const left = size + LINE_END_BYTES;
    this.#begun = { subject, said: isWanted ? Buffer.allocUnsafe(left) : undefined, left };
    return at;
  }

  #continue(begun: Begun, bytes: Buffer, at: number, length: number): number {
    const { subject, said } = begun;
    const end = Math.min(length, at + begun.left);
    if (said) bytes.copy(said, said.length - begun.left, at, end);
    begun.left -= end - at;
    if (begun.left > 0) return end;
    this.#begun = undefined;
    if (said) this.#options.onMessage(subject, said, 0, said.length - LINE_END_BYTES);
    return end;
  }
}

/** The number that ends before `end`. */
function sizeIn(line: Buffer, end: number): number {
  let size = 0;
  let at = end - 1;
  for (let unit = 1; isDigit(line[at]); at--, unit *= 10) size += (line[at]! - DIGIT_0) * unit;
  if (at === end - 1 || line[at] !== SPACE || !Number.isSafeInteger(size)) {
    throw new Error('NATS sent a malformed message.');
  }
  return size;
}

/** The word that begins at `start`. */
function subjectIn(line: Buffer, start: number, end: number): string {
  let at = start;
  while (at < end && line[at] !== SPACE) at++;
  return line.toString('latin1', start, at);
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= DIGIT_0 && byte <= DIGIT_9;
}
