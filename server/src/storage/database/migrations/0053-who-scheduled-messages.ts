import type { Migration } from './Migration.types.ts';

/**
 * The issuer and the groups of people who schedule messages: what they may send is looked up when the time has come. And why a
 * message was cancelled, for its sender.
 */
export const whoScheduledMessages: Migration = {
  id: 53,
  name: 'who-scheduled-messages',
  statements: ({ text, byKey }) => [
    // Not a column of push_messages: what is sent at once, and by keys and tokens, has nothing to be kept.
    `CREATE TABLE push_schedulers (
      message_id BIGINT PRIMARY KEY REFERENCES push_messages (id) ON DELETE CASCADE,
      proven ${text} NOT NULL
    ) ${byKey}`,
    `ALTER TABLE push_messages ADD COLUMN cancelled_because ${text}`,
  ],
};
