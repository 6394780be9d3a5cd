import type { Migration } from './Migration.types.ts';

/** What nodes tell each other of changes, for those that a pooler lends sessions to: NOTIFY does not reach them. */
export const toldChanges: Migration = {
  id: 45,
  name: 'told-changes',
  statements: ({ text, autoId }) => [
    // Logged: PostgreSQL promotes a standby without the sequence of a table that is not.
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
