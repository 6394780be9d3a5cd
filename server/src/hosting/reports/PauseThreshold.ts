import type { StartCounts } from '../records/periodRows.ts';

/** When a release is paused automatically. */
export interface PauseThreshold {
  /** The number of distinct installs, each in a network of its own, that have reported. */
  installs: number;
  /** The percentage of them that crashed or hung on start. */
  percent: number;
}

const MIN_FAILED_NETWORKS = 5;

/**
 * Whether a release has failed too often.
 *
 * Anybody can send reports with any installId: a host has no secret that a hostile client could not have. What such a
 * client cannot get at will is addresses in different networks. So each network has one vote, that of the install which
 * reported first from it, and two shares have to exceed the threshold: that of installs, so that one phone behind an
 * address of thousands does not speak for them, and that of networks, so that a thousand made-up installs behind one
 * address count as one. At least five networks have to fail, however few have reported. Rate limits keep counting cheap.
 * The remaining risk, an attacker with addresses in many networks against a release with few installs, is a pause: it is
 * in the audit log, takes the version from nobody who has it, and can be lifted with one call.
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
