import { LRUCache } from 'lru-cache';

import { signJwt } from '../signJwt.ts';
import type { VapidKeys } from './vapidKeys.ts';

const HOUR = 60 * 60 * 1000;
/** RFC 8292 allows a day; clocks differ. */
const VALID_MS = 12 * HOUR;
const USED_MS = 11 * HOUR;
/** Subscriptions can name any origin, so the cache is bounded. */
const MAX_ORIGINS = 1000;

/** The identity of this server to push services. */
export interface VapidIdentity {
  keys: VapidKeys;
  /** A contact for the operators of push services, `mailto:` or `https:`. */
  subject: string;
}

/** The authorization headers of RFC 8292: one for each origin, signed once and used for hours. */
export class VapidHeaders {
  readonly #identity: VapidIdentity;
  readonly #now: () => number;
  readonly #headers = new LRUCache<string, { text: string; signedAt: number }>({
    max: MAX_ORIGINS,
  });

  constructor(identity: VapidIdentity, now: () => number) {
    this.#identity = identity;
    this.#now = now;
  }

  for(origin: string): string {
    const known = this.#headers.get(origin);
    const now = this.#now();
    // One that was signed while the clock was ahead ends too late for push services, which refuse it.
    const isGood = known && known.signedAt <= now && now < known.signedAt + USED_MS;
    if (isGood) return known.text;
    const text = this.#sign(origin, now);
    this.#headers.set(origin, { text, signedAt: now });
    return text;
  }

  #sign(origin: string, now: number): string {
    const { keys, subject } = this.#identity;
    const exp = Math.floor((now + VALID_MS) / 1000);
    const token = signJwt(keys.privateKey, { aud: origin, exp, sub: subject });
    return `vapid t=${token}, k=${keys.publicKey}`;
  }
}
