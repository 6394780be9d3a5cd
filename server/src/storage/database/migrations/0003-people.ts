import type { Migration } from './Migration.types.ts';

/** Accounts, sessions, the keys that tokens are signed with. */
export const people: Migration = {
  id: 3,
  name: 'people',
  statements: ({ text }) => [
    `CREATE TABLE accounts (
      id ${text} PRIMARY KEY,
      email ${text} NOT NULL,
      -- The address in the one form in which addresses are compared.
      email_key ${text} NOT NULL UNIQUE,
      name ${text} NOT NULL,
      locale ${text},
      avatar_url ${text},
      password_hash ${text} NOT NULL,
      created_at BIGINT NOT NULL,
      updated_at BIGINT NOT NULL
    )`,

    `CREATE TABLE sessions (
      id ${text} PRIMARY KEY,
      person_id ${text} NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      -- Refresh tokens are derived from it and from a key of the server: the row alone makes none.
      salt ${text} NOT NULL,
      -- Counts the refreshes: the only refresh token that is good has this number.
      generation INTEGER NOT NULL,
      rotated_at BIGINT NOT NULL,
      user_agent ${text},
      created_at BIGINT NOT NULL,
      -- When it ends unless it is refreshed before.
      expires_at BIGINT NOT NULL
    )`,
    `CREATE INDEX sessions_of_person ON sessions (person_id, rotated_at)`,
    `CREATE INDEX sessions_by_end ON sessions (expires_at)`,

    // People whose account is gone, until everything that belonged to them is gone, too.
    `CREATE TABLE person_deletions (
      person_id ${text} PRIMARY KEY,
      deleted_at BIGINT NOT NULL
    )`,

    `CREATE TABLE signing_keys (
      id ${text} PRIMARY KEY,
      public_jwk ${text} NOT NULL,
      sealed_private_jwk ${text} NOT NULL,
      created_at BIGINT NOT NULL,
      signs_from BIGINT NOT NULL
    )`,

    `CREATE TABLE people_secrets (
      name ${text} PRIMARY KEY,
      sealed ${text} NOT NULL
    )`,
  ],
};
