import type { Migration } from './Migration.types.ts';

/** Reviews of versions that publishers submit, and the policies that require them. */
export const reviews: Migration = {
  id: 25,
  name: 'reviews',
  statements: ({ text }) => [
    `CREATE TABLE reviews (
      app_id ${text} NOT NULL,
      version ${text} NOT NULL,
      state ${text} NOT NULL,
      -- Counts up with every submission: a decision is about one of them.
      submission BIGINT NOT NULL,
      notes ${text},
      -- What the publisher's own check found, as JSON.
      check_result ${text},
      submitted_by ${text} NOT NULL,
      submitted_at BIGINT NOT NULL,
      decision ${text},
      reasons ${text},
      decided_by ${text},
      decided_at BIGINT,
      PRIMARY KEY (app_id, version)
    )`,
    `CREATE INDEX reviews_by_state ON reviews (state, submitted_at, app_id, version)`,
    `CREATE INDEX reviews_by_time ON reviews (submitted_at, app_id, version)`,
    // The policy of a publisher, or with an empty id the platform's default.
    `CREATE TABLE review_policies (
      publisher_id ${text} PRIMARY KEY,
      required BIGINT NOT NULL
    )`,
  ],
};
