import type { AppliedMigration } from '../backup/Snapshot.types.ts';

/** The result of inspecting a database without changing it. */
export interface DatabaseInspection {
  /** The last applied migration; undefined if no server has used it yet. */
  lastMigration: AppliedMigration | undefined;
  /** The last migration that this server knows. */
  lastKnown: AppliedMigration;
  /** The time of its own clock, and when the query was sent and answered. */
  clock: { at: number; asked: number; answered: number } | undefined;
  /** What would not work, one sentence each. */
  problems: string[];
  /** What works, but should be changed. */
  warnings: { detail: string; cure: string }[];
  /** Whether connections go through a pooler. */
  arePooled: boolean;
}
