import { type Admission, CircuitBreaker } from '../transports/CircuitBreaker.ts';
import type { ServiceHealth } from '../transports/ServiceHealth.ts';
import type { Outcome, TransportName } from '../transports/Transport.types.ts';

/** The health of the push services, as this node sees it from the outcomes of its requests. */
export class ServiceStates {
  readonly #names: readonly TransportName[];
  readonly #onChange: () => void;
  readonly #breakers = new Map<TransportName, CircuitBreaker>();
  /** The last error of each push service that was about the service and not about a token. */
  readonly #lastErrors = new Map<TransportName, { code: string; at: number }>();
  /** The push services that rejected our credentials at the last attempt. */
  readonly #refused = new Set<TransportName>();

  /** What was noticed of each last. */
  readonly #noticed = new Map<TransportName, string>();

  /** `onChange` is called when one fails, works again, or fails in another way. */
  constructor(names: Iterable<TransportName>, onChange: () => void) {
    this.#names = [...names];
    this.#onChange = onChange;
    for (const name of this.#names) this.#noticed.set(name, this.#summaryOf(name));
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

  /** Notes an outcome, which its circuit breaker knows already. */
  note(name: TransportName, outcome: Outcome): void {
    if (isServiceError(outcome)) {
      this.#lastErrors.set(name, { code: outcome.code, at: Date.now() });
    }
    if (outcome.kind === 'auth-problem') this.#refused.add(name);
    else if (outcome.kind === 'accepted') this.#refused.delete(name);
    const summary = this.#summaryOf(name);
    if (this.#noticed.get(name) === summary) return;
    this.#noticed.set(name, summary);
    this.#onChange();
  }

  #summaryOf(name: TransportName): string {
    return `${this.#breakerOf(name).state} ${this.#lastErrors.get(name)?.code ?? ''}`;
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
