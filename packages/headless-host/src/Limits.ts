/**
 * How far a mini-app may go before it is ended. Times are those of the processor that it uses, so that a loaded machine does
 * not count against it; by the clock on the wall it may take ten times as long.
 */
export interface Limits {
  /** How long it may take to load. */
  loadMs: number;
  /** How long its JavaScript may run without a pause. Longer than this, and a phone calls it unresponsive. */
  blockedMs: number;
  /** How long a whole run may take; with `render` each call. */
  runMs: number;
  memoryMb: number;
  /** How many log lines are kept; of the others only the number is. */
  logLines: number;
}

export const DEFAULT_LIMITS: Limits = {
  loadMs: 10_000,
  blockedMs: 5_000,
  runMs: 60_000,
  memoryMb: 512,
  logLines: 1_000,
};
