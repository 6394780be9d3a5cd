import type { Platform } from '@host/contracts';

/** The parts of a released version that matter for choosing. */
export interface Candidate {
  version: string;
  minHostVersion: string;
  platforms: readonly Platform[];
  /** The version ranges of shared modules that its builds need, except on platforms listed in `sharedOn`. */
  shared: Record<string, string>;
  /** The version ranges of platforms whose build has its own federation manifest. */
  sharedOn?: Partial<Record<Platform, Record<string, string>>>;
  /** Hundredths of a percent. */
  percentage: number;
  cohorts: readonly string[];
}
