import type { Platform } from '@host/contracts';

/** A released version as far as choosing goes. */
export interface Candidate {
  version: string;
  minHostVersion: string;
  platforms: readonly Platform[];
  shared: Record<string, string>;
  /** Hundredths of a percent. */
  percentage: number;
  cohorts: readonly string[];
}
