import type { Migration } from './Migration.types.ts';

/** Secret rotation of tokens; console sessions end together with the secret that started them. */
export const rotationOfTokens: Migration = {
  id: 47,
  name: 'rotation-of-tokens',
  statements: ({ text }) => [
    `ALTER TABLE tokens ADD COLUMN rotated_at BIGINT`,
    `ALTER TABLE tokens ADD COLUMN previous_hash ${text}`,
    `ALTER TABLE tokens ADD COLUMN previous_ends_at BIGINT`,
    `ALTER TABLE tokens ADD COLUMN previous_used_at BIGINT`,
    `ALTER TABLE console_sessions ADD COLUMN token_hash ${text}`,
    `UPDATE console_sessions SET token_hash = (SELECT secret_hash FROM tokens WHERE tokens.id = token_id)`,
  ],
};
