import type { Migration } from './Migration.types.ts';

/** Messages that a device withheld because of its quiet settings; and templates of pushes. */
export const heldAndTemplates: Migration = {
  id: 35,
  name: 'held-and-templates',
  statements: ({ text, byKey }) => [
    `CREATE TABLE push_held (
      message_id BIGINT NOT NULL REFERENCES push_messages (id) ON DELETE CASCADE,
      device_id BIGINT NOT NULL,
      reason ${text} NOT NULL,
      at BIGINT NOT NULL,
      PRIMARY KEY (message_id, device_id)
    ) ${byKey}`,
    `CREATE TABLE push_templates (
      -- The mini-app that it is for; empty for the platform.
      app_id ${text} NOT NULL,
      name ${text} NOT NULL,
      -- What is sent, as JSON.
      content ${text} NOT NULL,
      created_at BIGINT NOT NULL,
      updated_at BIGINT NOT NULL,
      PRIMARY KEY (app_id, name)
    )`,
  ],
};
