import type { Migration } from './Migration.types.ts';

/**
 * An index on the messages of a topic by their ids, the order in which they are listed. With only the index on positions,
 * each page would sort all messages of the topic, and messages that are not due have no position.
 */
export const messagesOfTopics: Migration = {
  id: 41,
  name: 'messages-of-topics',
  statements: () => [
    `CREATE INDEX push_messages_of_topic_by_id ON push_messages (topic, id) WHERE topic IS NOT NULL`,
  ],
};
