import type { Migration } from './Migration.types.ts';

/**
 * The messages of a topic in the order of their ids, in which they are listed. By their positions alone all that were ever
 * sent to it are sorted for each page, and those that are not due have none.
 */
export const messagesOfTopics: Migration = {
  id: 41,
  name: 'messages-of-topics',
  statements: () => [
    `CREATE INDEX push_messages_of_topic_by_id ON push_messages (topic, id) WHERE topic IS NOT NULL`,
  ],
};
