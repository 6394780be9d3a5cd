import type { Migration } from './Migration.types.ts';

/** The last write of each node's ledger. */
export const writtenOnce: Migration = {
  id: 33,
  name: 'written-once',
  statements: ({ text }) => [
    // Written together with the counts: if the answer to a commit was lost, the node finds out here whether it succeeded.
    `CREATE TABLE ledger_writers (
      writer ${text} PRIMARY KEY,
      last BIGINT NOT NULL,
      written_at BIGINT NOT NULL
    )`,
  ],
};
