import type { Migration } from './Migration.types.ts';

/** Which sessions of a device have been ended by a later one. */
export const fence: Migration = {
  id: 30,
  name: 'fence',
  statements: () => [
    // Whoever holds a session below this one may have stood still: what it has not written is counted by the later one.
    `ALTER TABLE devices ADD COLUMN fence BIGINT NOT NULL DEFAULT 0`,
  ],
};
