import type { Platform } from '@host/contracts';

/** A released version as far as choosing goes. */
export interface Candidate {
  version: string;
  minHostVersion: string;
  platforms: readonly Platform[];
  /** The ranges of shared modules that its builds need, but for platforms that have ranges of their own. */
  shared: Record<string, string>;
  /** The ranges of a platform whose build has a federation manifest of its own. */
  sharedOn?: Partial<Record<Platform, Record<string, string>>>;
  /** Hundredths of a percent. */
  percentage: number;
  cohorts: readonly string[];
}
