import type { KeyObject } from 'node:crypto';

import { signJwt } from '../signJwt.ts';

const MINUTE = 60_000;
/** Apple rejects tokens older than an hour, and limits new ones to one in 20 minutes. */
const RENEWED_AFTER_MS = 45 * MINUTE;
const YOUNGEST_TO_RENEW_MS = 20 * MINUTE;
/** A clock that is adjusted goes back by less. */
const FROM_THE_FUTURE_MS = -MINUTE;

/** The key that Apple gave a team. */
export interface ApnsKey {
  keyId: string;
  teamId: string;
  privateKey: KeyObject;
}

/** The token that every request to Apple carries, renewed before it expires. */
export class ProviderToken {
  readonly #key: ApnsKey;
  readonly #now: () => number;
  #header = '';
  #signedAt = Number.NEGATIVE_INFINITY;

  constructor(key: ApnsKey, now: () => number) {
    this.#key = key;
    this.#now = now;
  }

  /** The value of the authorization header. */
  get header(): string {
    const age = this.#now() - this.#signedAt;
    // Apple refuses one that was signed while the clock was ahead, for as long as it was.
    if (age >= RENEWED_AFTER_MS || age < FROM_THE_FUTURE_MS) this.#sign();
    return this.#header;
  }

  /**
   * Replaces a header that Apple called expired. False when that cannot help: if it was just signed, the clock of this
   * machine is wrong.
   */
  renew(expired: string): boolean {
    if (expired !== this.#header) return true;
    if (this.#now() - this.#signedAt < YOUNGEST_TO_RENEW_MS) return false;
    this.#sign();
    return true;
  }

  #sign(): void {
    const { keyId, teamId, privateKey } = this.#key;
    this.#signedAt = this.#now();
    const claims = { iss: teamId, iat: Math.floor(this.#signedAt / 1000) };
    this.#header = `bearer ${signJwt(privateKey, claims, { kid: keyId })}`;
  }
}
