import type { Migration } from './Migration.types.ts';

/** Locks between nodes that share a database. */
export const locks: Migration = {
  id: 39,
  name: 'locks',
  statements: ({ text, unlogged }) => [
    `CREATE ${unlogged} TABLE locks (
      -- A digest: names contain what callers made up.
      name ${text} PRIMARY KEY,
      holder ${text} NOT NULL,
      -- By the clock of the database.
      ends BIGINT NOT NULL
    )`,
  ],
};
