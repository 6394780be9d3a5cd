import { type Admission, CircuitBreaker } from '../transports/CircuitBreaker.ts';
import type { Outcome, TransportName } from '../transports/Transport.types.ts';

/** The health of a push service. */
export interface ServiceHealth {
  name: TransportName;
  breaker: CircuitBreaker['state'];
  lastError?: { code: string; at: number };
}

/** The health of the push services, as this node sees it from the outcomes of its requests. */
export class ServiceStates {
  readonly #names: readonly TransportName[];
  readonly #breakers = new Map<TransportName, CircuitBreaker>();
  /** The last error of each push service that was about the service and not about a token. */
  readonly #lastErrors = new Map<TransportName, { code: string; at: number }>();
  /** The push services that rejected our credentials at the last attempt. */
  readonly #refused = new Set<TransportName>();

  constructor(names: readonly TransportName[]) {
    this.#names = names;
  }

  all(): ServiceHealth[] {
    return this.#names.map((name) => {
      const lastError = this.#lastErrors.get(name);
      return { name, breaker: this.#breakerOf(name).state, ...(lastError && { lastError }) };
    });
  }

  /** Whether a push service rejects our credentials, as far as this node knows. */
  refusesUs(name: TransportName): boolean {
    // Once the circuit breaker lets a message through, its outcome tells whether that was fixed.
    return this.#refused.has(name) && this.#breakerOf(name).state === 'open';
  }

  /** Asks the circuit breaker of a push service whether a message may be sent to it now. */
  admit(name: TransportName): Admission {
    return this.#breakerOf(name).admit();
  }

  note(name: TransportName, outcome: Outcome): void {
    if (isServiceError(outcome)) {
      this.#lastErrors.set(name, { code: outcome.code, at: Date.now() });
    }
    if (outcome.kind === 'auth-problem') this.#refused.add(name);
    else if (outcome.kind === 'accepted') this.#refused.delete(name);
  }

  #breakerOf(name: TransportName): CircuitBreaker {
    let breaker = this.#breakers.get(name);
    if (!breaker) this.#breakers.set(name, (breaker = new CircuitBreaker()));
    return breaker;
  }
}

function isServiceError(outcome: Outcome): outcome is Outcome & { code: string } {
  return ['retry', 'rejected', 'too-large', 'auth-problem'].includes(outcome.kind);
}
