import { createHash } from 'node:crypto';

import { LRUCache } from 'lru-cache';

const MAX_KNOWN_CALLERS = 1000;
/** Milliseconds. A token that is revoked meanwhile still comes before strangers for so long, and is refused then. */
const KNOWN_MS = 60_000;

/** Remembers by which `Authorization` headers somebody proved who they are: their requests come before those of strangers. */
export class KnownCallers {
  readonly #kept = new LRUCache<string, true>({ max: MAX_KNOWN_CALLERS, ttl: KNOWN_MS });

  remember(authorization: string): void {
    this.#kept.set(digestOf(authorization), true);
  }

  knows(authorization: string): boolean {
    return this.#kept.has(digestOf(authorization));
  }
}

// Secrets are not kept, not even in memory.
function digestOf(authorization: string): string {
  return createHash('sha256').update(authorization).digest('base64');
}
