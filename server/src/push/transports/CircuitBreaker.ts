import type { Outcome } from './Transport.types.ts';

/** The thresholds of a circuit breaker. */
export interface CircuitBreakerOptions {
  /** How many consecutive failures of the push service open it. */
  failures?: number;
  /** How long it stays open the first time; every failed probe doubles it. */
  openMs?: number;
  mostOpenMs?: number;
  /** A monotonic clock: it must not stay open longer because the time of day was set back. */
  now?: () => number;
}

/** Permission to send once. Its holder has to report the outcome. */
export interface Pass {
  settle(outcome: Outcome): void;
}

/** Whether a send may go out now, and if not, when to ask again. */
export type Admission = { pass: Pass } | { pass?: undefined; retryAfterMs: number };

/**
 * Keeps sends away from a push service that is down or rejects our credentials. While it is open, nothing is sent; then a
 * single probe is sent, and its outcome decides for all.
 */
export class CircuitBreaker {
  readonly #failures: number;
  readonly #openMs: number;
  readonly #mostOpenMs: number;
  readonly #now: () => number;
  /** Failures since the last success. */
  #failed = 0;
  /** How often it opened since the last success. */
  #opened = 0;
  #openUntil: number | undefined;
  #probing = false;
  /** Increases with every outcome that counts: the outcome of a pass from an earlier era is ignored. */
  #era = 0;

  constructor({
    failures = 3,
    openMs = 5_000,
    mostOpenMs = 5 * 60_000,
    now = () => performance.now(),
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
    if (left > 0) return { retryAfterMs: Math.ceil(left) };
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
        // When a connection breaks, all sends on it fail together: that counts as one failure.
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
    // A push service that sends Retry-After is overloaded: waiting for further failures would make it worse.
    if (wasProbe || retryAfterMs > 0 || this.#failed >= this.#failures) this.#open(retryAfterMs);
  }

  #open(atLeastMs: number): void {
    const grown = Math.min(this.#mostOpenMs, this.#openMs * 2 ** this.#opened);
    this.#era++;
    this.#opened++;
    this.#openUntil = this.#now() + Math.max(grown, atLeastMs);
  }
}
