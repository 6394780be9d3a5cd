import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

import type { Told } from './Bus.types.ts';

const PURPOSE = 'host bus';
const DIGEST = 'sha256';
const DIGEST_BYTES = 32;
const LINE_END = 0x0a;
/** Bytes in front of the text: a signature, and the digest of everything after the first line. */
export const HEADER_BYTES = 2 * DIGEST_BYTES;

/**
 * Signs hints with a secret that only the nodes share, since anybody who can reach the bus could send some. Signed hints can
 * be replayed, which is harmless: they are about positions and sessions in the past.
 *
 * The signature covers the first line and a digest of the rest: whoever only needs the first line does not hash the rest.
 */
export class HintSigner {
  readonly #keys: readonly Buffer[];

  /** @param secrets the shared secrets: the first one signs, the previous ones of a rotation are still accepted */
  constructor(secrets: readonly string[]) {
    this.#keys = secrets.map((each) => Buffer.from(hkdfSync(DIGEST, each, '', PURPOSE, 32)));
  }

  sign(subject: string, text: string): Buffer {
    const bytes = Buffer.from(text);
    const end = lineEndOf(bytes);
    const digest = digestOf(bytes.subarray(end));
    const signature = signatureOf(this.#keys[0]!, subject, digest, bytes.subarray(0, end));
    return Buffer.concat([signature, digest, bytes]);
  }

  /**
   * Reads a hint for a subject without verifying it; undefined if it is too short to be signed. It is the bytes from `start`
   * to `end`, which it needs until its `end` is called.
   */
  read(subject: string, bytes: Buffer, start: number, end: number): SignedText | undefined {
    if (end - start < HEADER_BYTES) return undefined;
    return new SignedText(this.#keys, subject, bytes, start, end);
  }
}

/**
 * A received hint. Most are for nobody here, so it makes no buffers, and keeps only its first line, in a string: that is what
 * costs least.
 */
class SignedText implements Told {
  readonly unprovenLine: string;
  readonly #keys: readonly Buffer[];
  readonly #subject: string;
  /** The header and the first line with its end, a character for each byte. */
  readonly #head: string;
  #bytes: Buffer | undefined;
  /** Where the rest begins and ends. */
  #start: number;
  #end: number;
  #isProven: boolean | undefined;
  #isKept = false;

  constructor(keys: readonly Buffer[], subject: string, bytes: Buffer, start: number, end: number) {
    const line = start + HEADER_BYTES;
    let last = line;
    while (last < end && bytes[last] !== LINE_END) last++;
    this.unprovenLine = bytes.toString('utf8', line, last);
    this.#keys = keys;
    this.#subject = subject;
    this.#start = Math.min(last + 1, end);
    this.#end = end;
    this.#head = bytes.toString('latin1', start, this.#start);
    this.#bytes = bytes;
  }

  isProven(): boolean {
    return (this.#isProven ??= this.#prove());
  }

  text(): string | undefined {
    const rest = this.#bytes?.subarray(this.#start, this.#end);
    const head = Buffer.from(this.#head, 'latin1');
    const digest = head.subarray(DIGEST_BYTES, HEADER_BYTES);
    if (!rest || !timingSafeEqual(digestOf(rest), digest) || !this.isProven()) return undefined;
    return Buffer.concat([head.subarray(HEADER_BYTES), rest]).toString();
  }

  keep(): void {
    if (this.#isKept || !this.#bytes) return;
    this.#isKept = true;
    this.#bytes = Buffer.from(this.#bytes.subarray(this.#start, this.#end));
    this.#end -= this.#start;
    this.#start = 0;
  }

  /** To be called before its bytes are overwritten. */
  end(): void {
    if (!this.#isKept) this.#bytes = undefined;
  }

  #prove(): boolean {
    const head = Buffer.from(this.#head, 'latin1');
    const signature = head.subarray(0, DIGEST_BYTES);
    const digest = head.subarray(DIGEST_BYTES, HEADER_BYTES);
    const line = head.subarray(HEADER_BYTES);
    return this.#keys.some((key) =>
      timingSafeEqual(signatureOf(key, this.#subject, digest, line), signature),
    );
  }
}

/** The offset after the first line, including its line break. */
function lineEndOf(bytes: Buffer): number {
  const found = bytes.indexOf(LINE_END);
  return found === -1 ? bytes.length : found + 1;
}

function digestOf(bytes: Uint8Array): Buffer {
  return createHash(DIGEST).update(bytes).digest();
}

/** Unambiguous, since subjects contain no NUL and digests have a fixed length. */
function signatureOf(key: Buffer, subject: string, digest: Buffer, line: Uint8Array): Buffer {
  return createHmac(DIGEST, key).update(`${subject}\0`).update(digest).update(line).digest();
}
