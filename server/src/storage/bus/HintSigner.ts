import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

const PURPOSE = 'host bus';
const DIGEST = 'sha256';
/** Bytes of a signature, which stands before the text. */
export const SIGNATURE_BYTES = 32;

/**
 * Signs what nodes tell each other with a secret that they alone have: whoever reaches the bus can say anything, and is heard by
 * nobody. What is signed can be said again. That changes nothing, since it is about positions and sessions that have passed.
 */
export class HintSigner {
  readonly #keys: readonly Buffer[];

  /** @param secrets what nodes share; the first signs, and the others, from before a rotation, are still believed */
  constructor(secrets: readonly string[]) {
    this.#keys = secrets.map((each) => Buffer.from(hkdfSync(DIGEST, each, '', PURPOSE, 32)));
  }

  sign(subject: string, text: string): Buffer {
    const bytes = Buffer.from(text);
    return Buffer.concat([signatureOf(this.#keys[0]!, subject, bytes), bytes]);
  }

  /** The text that was signed for a subject; undefined when it was not. */
  read(subject: string, said: Uint8Array): string | undefined {
    if (said.length < SIGNATURE_BYTES) return undefined;
    const signature = said.subarray(0, SIGNATURE_BYTES);
    const bytes = said.subarray(SIGNATURE_BYTES);
    const isOurs = this.#keys.some((key) =>
      timingSafeEqual(signatureOf(key, subject, bytes), signature),
    );
    return isOurs
      ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString()
      : undefined;
  }
}

/** Subjects have no zeros: no subject and text are signed like another. */
function signatureOf(key: Buffer, subject: string, bytes: Uint8Array): Buffer {
  return createHmac(DIGEST, key).update(`${subject}\0`).update(bytes).digest();
}
