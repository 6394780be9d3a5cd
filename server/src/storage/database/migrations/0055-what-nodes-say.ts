import type { Migration } from './Migration.types.ts';

/** What a node says of itself beside its lease, so that each node can tell it of all. */
export const whatNodesSay: Migration = {
  id: 55,
  name: 'what-nodes-say',
  statements: ({ text }) => [
    // NULL for nodes of the releases before.
    `ALTER TABLE push_nodes ADD COLUMN version ${text}`,
    // How the push services do, as it sees them: JSON.
    `ALTER TABLE push_nodes ADD COLUMN push_services ${text}`,
  ],
};
