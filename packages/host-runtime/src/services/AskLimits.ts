import { CLIENT_LIMITS } from '@host/contracts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Limits how often a person who declined is asked again: not right after their answer, and only a few times a day. */
export class AskLimits {
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** `refusals` are the times of earlier refusals, in order. */
  mayAskAgain(refusals: readonly number[]): boolean {
    const recent = this.recent(refusals);
    // The touch that declined also counts as user activation, so nothing is asked until that has expired.
    const since = this.#now() - (recent.at(-1) ?? 0);
    return (
      since >= CLIENT_LIMITS.askPauseSeconds * 1000 && recent.length < CLIENT_LIMITS.asksPerDay
    );
  }

  /** The refusals that still count. */
  recent(refusals: readonly number[]): number[] {
    return refusals.filter((at) => at > this.#now() - DAY_MS);
  }

  /** The refusals that count once there is another one. */
  withAnother(refusals: readonly number[]): number[] {
    return [...this.recent(refusals), this.#now()];
  }
}
