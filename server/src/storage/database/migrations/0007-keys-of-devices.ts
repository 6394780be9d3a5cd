import type { Migration } from './Migration.types.ts';

/** Marks which replaced tokens are ours: their keys still open the device. For older rows it is unknown. */
export const keysOfDevices: Migration = {
  id: 7,
  name: 'keys-of-devices',
  statements: () => [`ALTER TABLE replaced_tokens ADD COLUMN is_key INTEGER NOT NULL DEFAULT 1`],
};
