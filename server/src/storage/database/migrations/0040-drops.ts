import type { Migration } from './Migration.types.ts';

/** Why messages to topics and conditions were dropped, and on how many devices: those to tokens have a row for each device. */
export const drops: Migration = {
  id: 40,
  name: 'drops',
  statements: ({ text, byKey }) => [
    `CREATE TABLE push_drops (
      message_id BIGINT NOT NULL REFERENCES push_messages (id) ON DELETE CASCADE,
      reason ${text} NOT NULL,
      devices BIGINT NOT NULL,
      PRIMARY KEY (message_id, reason)
    ) ${byKey}`,
  ],
};
