import type { Migration } from './Migration.types.ts';

/** Change notifications for nodes behind a pooler, which NOTIFY does not reach. */
export const toldChanges: Migration = {
  id: 45,
  name: 'told-changes',
  statements: ({ text, autoId }) => [
    // Not unlogged: a promoted standby lacks the sequence of an unlogged table.
    `CREATE TABLE told_changes (
      id ${autoId},
      -- The transaction that told of it: they are committed in another order than they begin.
      tx BIGINT NOT NULL,
      -- By the clock of the database.
      at BIGINT NOT NULL,
      node ${text} NOT NULL,
      topic ${text} NOT NULL,
      key ${text} NOT NULL
    )`,
    'CREATE INDEX told_changes_by_tx ON told_changes (tx)',
  ],
};
