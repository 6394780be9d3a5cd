import type { Migration } from './Migration.types.ts';

/**
 * The issuer and groups of people who schedule messages, whose rights are checked again when the message is due; and why a
 * message was cancelled, for its sender.
 */
export const whoScheduledMessages: Migration = {
  id: 53,
  name: 'who-scheduled-messages',
  statements: ({ text, byKey }) => [
    // Not a column of push_messages: messages that are sent at once, or by keys and tokens, have no scheduler.
    `CREATE TABLE push_schedulers (
      message_id BIGINT PRIMARY KEY REFERENCES push_messages (id) ON DELETE CASCADE,
      proven ${text} NOT NULL
    ) ${byKey}`,
    `ALTER TABLE push_messages ADD COLUMN cancelled_because ${text}`,
  ],
};
