import type { Outcome } from './Transport.types.ts';

/** How patient a circuit breaker is. */
export interface CircuitBreakerOptions {
  /** So many failures of the push service in a row open it. */
  failures?: number;
  /** How long it stays open the first time; every probe that fails doubles it. */
  openMs?: number;
  mostOpenMs?: number;
  now?: () => number;
}

/** The right to send once. Its holder says what became of the send, whatever that was. */
export interface Pass {
  settle(outcome: Outcome): void;
}

/** Whether a send may go out now, and if not, when to ask again. */
export type Admission = { pass: Pass } | { pass?: undefined; retryAfterMs: number };

/**
 * Keeps sends from a push service that is down or does not take our credentials. While it is open nothing goes out; then a
 * single probe does, and its outcome decides for all.
 */
export class CircuitBreaker {
  readonly #failures: number;
  readonly #openMs: number;
  readonly #mostOpenMs: number;
  readonly #now: () => number;
  /** Failures since the last sign of life. */
  #failed = 0;
  /** How often it opened since the last sign of life. */
  #opened = 0;
  #openUntil: number | undefined;
  #probing = false;
  /** Rises with everything that is learned: a pass that is older has seen another service. */
  #era = 0;

  constructor({
    failures = 3,
    openMs = 5_000,
    mostOpenMs = 5 * 60_000,
    now = Date.now,
  }: CircuitBreakerOptions = {}) {
    this.#failures = failures;
    this.#openMs = openMs;
    this.#mostOpenMs = mostOpenMs;
    this.#now = now;
  }

  get state(): 'closed' | 'open' | 'half-open' {
    if (this.#openUntil === undefined) return 'closed';
    return this.#now() < this.#openUntil ? 'open' : 'half-open';
  }

  /** Asks to send once. */
  admit(): Admission {
    if (this.#openUntil === undefined) return { pass: this.#newPass() };
    const left = this.#openUntil - this.#now();
    if (left > 0) return { retryAfterMs: left };
    if (this.#probing) return { retryAfterMs: this.#openMs };
    this.#probing = true;
    return { pass: this.#newPass() };
  }

  #newPass(): Pass {
    const era = this.#era;
    let settled = false;
    return {
      settle: (outcome) => {
        if (settled) return;
        settled = true;
        // All sends on one connection fail together when it breaks: that is one failure, not as many as were under way.
        if (era === this.#era) this.#learn(outcome);
      },
    };
  }

  #learn(outcome: Outcome): void {
    this.#probing = false;
    if (outcome.kind === 'aborted') return;
    if (outcome.kind === 'auth-problem') return this.#open(0);
    if (outcome.kind === 'retry' && outcome.scope === 'service') {
      return this.#fail(outcome.retryAfterMs ?? 0);
    }
    if (this.#failed === 0 && this.#openUntil === undefined) return;
    this.#era++;
    this.#failed = 0;
    this.#opened = 0;
    this.#openUntil = undefined;
  }

  #fail(retryAfterMs: number): void {
    this.#era++;
    this.#failed++;
    const wasProbe = this.#openUntil !== undefined;
    // A push service that names a time has been asked too much: waiting for further failures would only make it worse.
    if (wasProbe || retryAfterMs > 0 || this.#failed >= this.#failures) this.#open(retryAfterMs);
  }

  #open(atLeastMs: number): void {
    const grown = Math.min(this.#mostOpenMs, this.#openMs * 2 ** this.#opened);
    this.#era++;
    this.#opened++;
    this.#openUntil = this.#now() + Math.max(grown, atLeastMs);
  }
}
