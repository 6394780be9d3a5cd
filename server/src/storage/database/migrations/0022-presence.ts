import type { Migration } from './Migration.types.ts';

/** The node that a device is connected to, and the leases of nodes. */
export const presence: Migration = {
  id: 22,
  name: 'presence',
  statements: ({ text }) => [
    // NULL if it is connected to none.
    `ALTER TABLE devices ADD COLUMN node ${text}`,
    // Numbers its connections: one with a lower number than this has been replaced.
    `ALTER TABLE devices ADD COLUMN session BIGINT NOT NULL DEFAULT 0`,
    `CREATE TABLE push_nodes (
      node ${text} PRIMARY KEY,
      alive_until BIGINT NOT NULL
    )`,
  ],
};
