import type { Migration } from './Migration.types.ts';

/** Who is signed in to the console, and which sign-in links were used. */
export const consoleSessions: Migration = {
  id: 23,
  name: 'console',
  statements: ({ text }) => [
    `CREATE TABLE console_sessions (
      id ${text} PRIMARY KEY,
      secret_hash ${text} NOT NULL,
      -- NULL for sessions of the root token.
      token_id ${text} REFERENCES tokens (id),
      -- Shows which root token started it, to who has the secret of the session alone.
      root_proof ${text},
      address ${text} NOT NULL,
      created_at BIGINT NOT NULL,
      last_used_at BIGINT NOT NULL,
      expires_at BIGINT NOT NULL
    )`,
    `CREATE INDEX console_sessions_by_end ON console_sessions (expires_at)`,
    `CREATE TABLE used_console_links (
      id ${text} PRIMARY KEY,
      used_at BIGINT NOT NULL
    )`,
  ],
};
