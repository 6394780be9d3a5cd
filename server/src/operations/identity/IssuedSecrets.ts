import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

import * as z from 'zod/mini';

const ID = /^[a-z0-9]{26}$/;

/** The id of an issued secret, as a parameter of a path. */
export const issuedId = (what: string) =>
  z.string().check(z.regex(ID, `a ${what} id has 26 characters`));

/**
 * Secrets of the form `<prefix>_<id>_<secret>` that the server issues once and of which it stores a hash. Scanners find
 * leaked ones by the prefix.
 */
export class IssuedSecrets {
  readonly #prefix: string;
  readonly #form: RegExp;

  constructor(prefix: string) {
    this.#prefix = prefix;
    this.#form = new RegExp(`^${prefix}_([a-z0-9]{26})_([A-Za-z0-9_-]{43})$`);
  }

  /** Makes a secret, for a new id or an existing one; `text` is shown once and never stored. */
  issue(now: number, id = sortableId(now)): { id: string; text: string; hash: string } {
    const secret = randomBytes(32).toString('base64url');
    return { id, text: `${this.#prefix}_${id}_${secret}`, hash: hashOf(secret) };
  }

  /** Splits a secret into its parts; undefined if it has another form. */
  parse(text: string): { id: string; secret: string } | undefined {
    const [, id, secret] = this.#form.exec(text) ?? [];
    return id !== undefined && secret !== undefined ? { id, secret } : undefined;
  }
}

/** The hash of a secret, which is all that is stored of it. */
export function hashOf(secret: string): string {
  return hash('sha256', secret, 'hex');
}

/** Compares a secret with a hash in constant time. */
export function hasHash(secret: string, hashed: string): boolean {
  return timingSafeEqual(sha256(secret), Buffer.from(hashed, 'hex'));
}

export function sha256(text: string): Buffer {
  // Via a string: allocating a buffer for each digest costs more than the digest.
  return Buffer.from(hash('sha256', text, 'hex'), 'hex');
}

/** An id that sorts by creation time: nine characters of time, the rest random. */
export function sortableId(now: number): string {
  const random = randomBytes(17);
  const letters = Array.from(random, (byte) => (byte % 36).toString(36)).join('');
  return now.toString(36).padStart(9, '0') + letters;
}

/** The creation time in a sortable id. */
export function timeOfId(id: string): number {
  return Number.parseInt(id.slice(0, 9), 36);
}
