import type { Migration } from './Migration.types.ts';

/** Distinguishes devices that were never seen, and indexes the age of replaced tokens and counts. */
export const strangers: Migration = {
  id: 14,
  name: 'strangers',
  statements: () => [
    // 0: it registered without an account, and neither connected nor was reached by another service since.
    `ALTER TABLE devices ADD COLUMN has_come INTEGER NOT NULL DEFAULT 1`,
    `CREATE INDEX devices_that_never_came ON devices (id) WHERE has_come = 0`,
    `ALTER TABLE replaced_tokens ADD COLUMN replaced_at BIGINT NOT NULL DEFAULT 0`,
    `CREATE INDEX analytics_counts_by_day ON analytics_counts (day)`,
  ],
};
