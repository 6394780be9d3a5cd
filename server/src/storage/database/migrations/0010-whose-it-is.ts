import type { Migration } from './Migration.types.ts';

/** Codes by which devices prove that a token is theirs, keys that send for mini-apps, and messages to one person. */
export const whoseItIs: Migration = {
  id: 10,
  name: 'whose-it-is',
  statements: ({ text }) => [
    `CREATE TABLE device_challenges (
      code_hash ${text} PRIMARY KEY,
      token_key ${text} NOT NULL,
      expires_at BIGINT NOT NULL
    )`,
    `CREATE INDEX device_challenges_of_token ON device_challenges (token_key)`,
    `CREATE INDEX device_challenges_by_end ON device_challenges (expires_at)`,

    // The mini-apps in whose name a key sends, as JSON; NULL for a key of the host.
    `ALTER TABLE server_keys ADD COLUMN mini_apps ${text}`,

    // An openId cannot be reversed to the person, so it is stored when a mini-app is given it.
    `CREATE TABLE open_ids (
      app_id ${text} NOT NULL,
      open_id ${text} NOT NULL,
      person_id ${text} NOT NULL,
      PRIMARY KEY (app_id, open_id)
    )`,
    `CREATE INDEX open_ids_of_person ON open_ids (person_id)`,

    // Messages to a person; NULL for one that reaches nobody, which is hidden from its sender.
    `CREATE TABLE push_people (
      message_id BIGINT PRIMARY KEY REFERENCES push_messages (id) ON DELETE CASCADE,
      person_id ${text}
    )`,
    `CREATE INDEX push_people_of_person ON push_people (person_id) WHERE person_id IS NOT NULL`,
  ],
};
