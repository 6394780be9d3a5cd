import type { Migration } from './Migration.types.ts';

/** Server keys can end, say when they were used, and are accepted with the secret of before while it is replaced. */
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
