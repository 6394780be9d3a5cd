import type { StartCounts } from '../records/periodRows.ts';

/** When a release is paused by itself. */
export interface PauseThreshold {
  /** The number of distinct installs, each in a network of its own, that have reported. */
  installs: number;
  /** This share of them crashed or hung on start. */
  percent: number;
}

const MIN_FAILED_NETWORKS = 5;

/**
 * Whether a release has failed too often.
 *
 * Anybody can report, under any installId: a host has no secret that a hostile client could not have. What such a client
 * cannot have at will is addresses in different networks. So each network has one voice, that of the install which reported
 * first from it, and both shares have to pass: that of installs, so that one phone behind an address of thousands does not
 * speak for them, and that of networks, so that a thousand made-up installs behind one address count as one. At least
 * five networks have to fail, however few have reported. The rate limit keeps the counting itself cheap. What remains,
 * somebody with addresses in many networks against a release with few installs, costs a pause: it is in the audit log,
 * takes nothing from anybody who has the version, and an operator lifts it with one call.
 */
export function hasFailedTooOften(
  counts: StartCounts,
  { installs, percent }: PauseThreshold,
): boolean {
  return (
    counts.networks >= installs &&
    counts.failed_networks >= Math.min(MIN_FAILED_NETWORKS, installs) &&
    counts.failed_networks * 100 >= counts.networks * percent &&
    counts.failed_installs * 100 >= counts.installs * percent
  );
}
