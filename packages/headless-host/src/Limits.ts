/**
 * The resources that a mini-app may use before it is stopped. Times are CPU time, so that a busy machine does not count
 * against it; the wall-clock time may be ten times as long.
 */
export interface Limits {
  /** How long it may take to load. */
  loadMs: number;
  /** How long its JavaScript may run without yielding. After this, a phone reports it as unresponsive. */
  blockedMs: number;
  /** How long a whole run may take; with `render`, each call. */
  runMs: number;
  memoryMb: number;
  /** How many log lines are kept; further ones are only counted. */
  logLines: number;
}

export const DEFAULT_LIMITS: Limits = {
  loadMs: 10_000,
  blockedMs: 5_000,
  runMs: 60_000,
  memoryMb: 512,
  logLines: 1_000,
};
