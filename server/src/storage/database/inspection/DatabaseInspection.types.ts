import type { AppliedMigration } from '../backup/Snapshot.types.ts';

/** What can be said of a database without changing it. */
export interface DatabaseInspection {
  /** The last migration it has had; undefined when no server has used it yet. */
  lastMigration: AppliedMigration | undefined;
  /** The last one that this server knows. */
  lastKnown: AppliedMigration;
  /** What its own clock said, and when this was asked for and answered. */
  clock: { at: number; asked: number; answered: number } | undefined;
  /** What would not work, a sentence each. */
  problems: string[];
  /** What works, and should be otherwise. */
  warnings: { detail: string; cure: string }[];
  /** Whether its sessions come from a pooler. */
  arePooled: boolean;
}
