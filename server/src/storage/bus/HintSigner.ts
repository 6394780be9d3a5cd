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
    const end = lineEndOf(bytes, 0);
    const digest = digestOf(bytes.subarray(end));
    const signature = signatureOf(this.#keys[0]!, subject, digest, bytes.subarray(0, end));
    return Buffer.concat([signature, digest, bytes]);
  }

  /** Reads a hint for a subject without verifying it; undefined if it is too short to be signed. */
  read(subject: string, said: Uint8Array): Told | undefined {
    if (said.length < HEADER_BYTES) return undefined;
    return new SignedText(
      this.#keys,
      subject,
      Buffer.from(said.buffer, said.byteOffset, said.length),
    );
  }
}

class SignedText implements Told {
  readonly unprovenLine: string;
  readonly #keys: readonly Buffer[];
  readonly #subject: string;
  readonly #said: Buffer;
  /** The offset of the rest. */
  readonly #end: number;
  #isProven: boolean | undefined;

  constructor(keys: readonly Buffer[], subject: string, said: Buffer) {
    this.#keys = keys;
    this.#subject = subject;
    this.#said = said;
    this.#end = lineEndOf(said, HEADER_BYTES);
    const last = said[this.#end - 1] === LINE_END ? this.#end - 1 : this.#end;
    this.unprovenLine = said.toString('utf8', HEADER_BYTES, Math.max(HEADER_BYTES, last));
  }

  isProven(): boolean {
    return (this.#isProven ??= this.#prove());
  }

  text(): string | undefined {
    const isWhole = timingSafeEqual(digestOf(this.#said.subarray(this.#end)), this.#digest);
    return isWhole && this.isProven() ? this.#said.toString('utf8', HEADER_BYTES) : undefined;
  }

  #prove(): boolean {
    const signature = this.#said.subarray(0, DIGEST_BYTES);
    const line = this.#said.subarray(HEADER_BYTES, this.#end);
    return this.#keys.some((key) =>
      timingSafeEqual(signatureOf(key, this.#subject, this.#digest, line), signature),
    );
  }

  get #digest(): Buffer {
    return this.#said.subarray(DIGEST_BYTES, HEADER_BYTES);
  }
}

/** The offset after the line that begins at `start`, including its line break. */
function lineEndOf(bytes: Buffer, start: number): number {
  const found = bytes.indexOf(LINE_END, start);
  return found === -1 ? bytes.length : found + 1;
}

function digestOf(bytes: Uint8Array): Buffer {
  return createHash(DIGEST).update(bytes).digest();
}

/** Unambiguous, since subjects contain no NUL and digests have a fixed length. */
function signatureOf(key: Buffer, subject: string, digest: Buffer, line: Uint8Array): Buffer {
  return createHmac(DIGEST, key).update(`${subject}\0`).update(digest).update(line).digest();
}
