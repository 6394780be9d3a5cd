import type { Migration } from './Migration.types.ts';

/** Expiry, last use and secret rotation of server keys. */
export const endsOfServerKeys: Migration = {
  id: 42,
  name: 'ends-of-server-keys',
  statements: ({ text }) => [
    `ALTER TABLE server_keys ADD COLUMN expires_at BIGINT`,
    `ALTER TABLE server_keys ADD COLUMN rotated_at BIGINT`,
    `ALTER TABLE server_keys ADD COLUMN last_used_at BIGINT`,
    `ALTER TABLE server_keys ADD COLUMN previous_hash ${text}`,
    `ALTER TABLE server_keys ADD COLUMN previous_ends_at BIGINT`,
    `ALTER TABLE server_keys ADD COLUMN previous_used_at BIGINT`,
  ],
};
