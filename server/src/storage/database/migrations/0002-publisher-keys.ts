import type { Migration } from './Migration.types.ts';

/** The keys that a mini-app's archives are signed with. */
export const publisherKeys: Migration = {
  id: 2,
  name: 'publisher-keys',
  statements: ({ text }) => [
    `CREATE TABLE publisher_keys (
      app_id ${text} NOT NULL,
      id ${text} NOT NULL,
      name ${text} NOT NULL,
      public_key ${text} NOT NULL,
      created_at BIGINT NOT NULL,
      revoked_at BIGINT,
      PRIMARY KEY (app_id, id)
    )`,
  ],
};
