import type { Migration } from './Migration.types.ts';

/** The fence of a device: sessions below it have been ended by a later one. */
export const fence: Migration = {
  id: 30,
  name: 'fence',
  statements: () => [
    // A node with a session below this may have stalled: what it has not written is counted by the later session.
    `ALTER TABLE devices ADD COLUMN fence BIGINT NOT NULL DEFAULT 0`,
  ],
};
