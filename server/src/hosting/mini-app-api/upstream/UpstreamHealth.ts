/** How the back end of a mini-app did lately. */
export interface UpstreamState {
  appId: string;
  isFailing: boolean;
  /** When it answered last. */
  answeredAt: number | undefined;
  lastError: { code: string; at: number } | undefined;
}

interface Kept {
  /** Failures since it answered last. */
  failures: number;
  answeredAt: number | undefined;
  lastError: { code: string; at: number } | undefined;
}

/** A single failure can have any cause; this many in a row, without an answer between them, are the fault of the back end. */
const FAILING_AFTER = 3;
/** Mini-apps whose back ends are remembered; those that were asked longest ago go. */
const MAX_REMEMBERED = 1000;

/** How the back ends of mini-apps do, as this node sees them since it started. */
export class UpstreamHealth {
  readonly #kept = new Map<string, Kept>();

  /** Notes that a back end was asked: that it answered, or with which error it did not. */
  note(appId: string, error: string | undefined, now = Date.now()): void {
    const before = this.#kept.get(appId);
    this.#kept.delete(appId);
    this.#kept.set(
      appId,
      error === undefined
        ? { failures: 0, answeredAt: now, lastError: before?.lastError }
        : {
            failures: (before?.failures ?? 0) + 1,
            answeredAt: before?.answeredAt,
            lastError: { code: error, at: now },
          },
    );
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_REMEMBERED && oldest !== undefined) this.#kept.delete(oldest);
  }

  /** Forgets a back end that a mini-app does not have any more. */
  forget(appId: string): void {
    this.#kept.delete(appId);
  }

  /** How one does; undefined when it was not asked yet. */
  stateOf(appId: string): UpstreamState | undefined {
    const kept = this.#kept.get(appId);
    return kept && stateIn(appId, kept);
  }

  /** Those that failed at some time, the latest failure first. */
  states(): UpstreamState[] {
    return [...this.#kept]
      .map(([appId, kept]) => stateIn(appId, kept))
      .filter(({ lastError }) => lastError !== undefined)
      .toSorted((one, other) => other.lastError!.at - one.lastError!.at);
  }
}

function stateIn(appId: string, { failures, answeredAt, lastError }: Kept): UpstreamState {
  return { appId, isFailing: failures >= FAILING_AFTER, answeredAt, lastError };
}
