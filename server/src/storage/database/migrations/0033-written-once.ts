import type { Migration } from './Migration.types.ts';

/** What each node has written last of what became of messages. */
export const writtenOnce: Migration = {
  id: 33,
  name: 'written-once',
  statements: ({ text }) => [
    // Written with the counts themselves: a node whose answer to a commit was lost finds here whether it was committed.
    `CREATE TABLE ledger_writers (
      writer ${text} PRIMARY KEY,
      last BIGINT NOT NULL,
      written_at BIGINT NOT NULL
    )`,
  ],
};
