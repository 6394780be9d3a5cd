import { createHash } from 'node:crypto';

import { LRUCache } from 'lru-cache';

const MAX_KNOWN_CALLERS = 1000;
/**
 * Milliseconds. Requests with a revoked token keep their priority over strangers for this long; they are refused anyway.
 */
const KNOWN_MS = 60_000;

/** Remembers `Authorization` headers that were valid: requests with them have priority over those of strangers. */
export class KnownCallers {
  readonly #kept = new LRUCache<string, true>({ max: MAX_KNOWN_CALLERS, ttl: KNOWN_MS });

  remember(authorization: string): void {
    this.#kept.set(digestOf(authorization), true);
  }

  knows(authorization: string): boolean {
    return this.#kept.has(digestOf(authorization));
  }
}

// Only digests of secrets are kept, even in memory.
function digestOf(authorization: string): string {
  return createHash('sha256').update(authorization).digest('base64');
}
