import type { Migration } from './Migration.types.ts';

/** Scheduled releases, at most one for each version. */
export const scheduledReleases: Migration = {
  id: 43,
  name: 'scheduled-releases',
  statements: ({ text }) => [
    `CREATE TABLE scheduled_releases (
      app_id ${text} NOT NULL,
      version ${text} NOT NULL,
      due_at BIGINT NOT NULL,
      percentage INTEGER NOT NULL,
      cohorts ${text} NOT NULL,
      -- What the version was when it was scheduled, as JSON: of something else nobody decided.
      seen ${text} NOT NULL,
      actor ${text} NOT NULL,
      by_operator INTEGER NOT NULL,
      created_at BIGINT NOT NULL,
      failed ${text},
      PRIMARY KEY (app_id, version)
    )`,
    `CREATE INDEX scheduled_releases_due ON scheduled_releases (due_at) WHERE failed IS NULL`,
  ],
};
