import type { Migration } from './Migration.types.ts';

/** The consents of people to mini-apps, and the owners of documents in private collections. */
export const consents: Migration = {
  id: 12,
  name: 'consents',
  statements: ({ text }) => [
    // People of another identity provider have no row in accounts, so nothing refers to it.
    `CREATE TABLE consents (
      person_id ${text} NOT NULL,
      app_id ${text} NOT NULL,
      permission ${text} NOT NULL,
      -- granted or declined; no row: the person was never asked.
      state ${text} NOT NULL,
      answered_at BIGINT NOT NULL,
      PRIMARY KEY (person_id, app_id, permission)
    )`,

    // The openId of the person; NULL for everybody who is signed in.
    `ALTER TABLE documents ADD COLUMN owner ${text}`,
    `CREATE INDEX documents_of_owner ON documents (app_id, owner) WHERE owner IS NOT NULL`,
  ],
};
