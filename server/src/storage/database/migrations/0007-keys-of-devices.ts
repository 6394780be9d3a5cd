import type { Migration } from './Migration.types.ts';

/** Says which replaced tokens are ours: their keys go on opening the device. Of those from before it is not known. */
export const keysOfDevices: Migration = {
  id: 7,
  name: 'keys-of-devices',
  statements: () => [`ALTER TABLE replaced_tokens ADD COLUMN is_key INTEGER NOT NULL DEFAULT 1`],
};
