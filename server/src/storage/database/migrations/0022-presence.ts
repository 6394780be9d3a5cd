import type { Migration } from './Migration.types.ts';

/** Which node a device is connected to, and which nodes are there. */
export const presence: Migration = {
  id: 22,
  name: 'presence',
  statements: ({ text }) => [
    // NULL when it is connected to none.
    `ALTER TABLE devices ADD COLUMN node ${text}`,
    // Counts its connections: one that is not the last has been replaced.
    `ALTER TABLE devices ADD COLUMN session BIGINT NOT NULL DEFAULT 0`,
    `CREATE TABLE push_nodes (
      node ${text} PRIMARY KEY,
      alive_until BIGINT NOT NULL
    )`,
  ],
};
