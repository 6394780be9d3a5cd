import type { Migration } from './Migration.types.ts';

/** The answers of push services, and the times of a message's states, to explain why a message did not arrive. */
export const answersOfPushServices: Migration = {
  id: 52,
  name: 'answers-of-push-services',
  statements: ({ text, byKey }) => [
    `CREATE TABLE push_answers (
      device_id BIGINT NOT NULL,
      message_id BIGINT NOT NULL REFERENCES push_messages (id) ON DELETE CASCADE,
      -- From 1. What is tried again without counting, as when our credentials are refused, takes the place of the answer before.
      attempt BIGINT NOT NULL,
      transport ${text} NOT NULL,
      outcome ${text} NOT NULL,
      -- The HTTP status; NULL where there was no answer.
      status BIGINT,
      code ${text},
      -- The name that the push service has for the message.
      service_id ${text},
      at BIGINT NOT NULL,
      PRIMARY KEY (device_id, message_id, attempt)
    ) ${byKey}`,
    `CREATE INDEX push_answers_of_message ON push_answers (message_id)`,
    `CREATE INDEX push_held_of_device ON push_held (device_id)`,
    `CREATE TABLE upstream_health (
      app_id ${text} PRIMARY KEY,
      -- Since it answered last.
      failures BIGINT NOT NULL,
      answered_at BIGINT,
      error ${text},
      error_at BIGINT
    )`,
    `CREATE INDEX upstream_health_failing ON upstream_health (error_at) WHERE failures >= 3`,
    `ALTER TABLE push_deliveries ADD COLUMN sent_at BIGINT`,
    `ALTER TABLE push_deliveries ADD COLUMN delivered_at BIGINT`,
    `ALTER TABLE push_openings ADD COLUMN at BIGINT`,
    `ALTER TABLE push_messages ADD COLUMN cancelled_at BIGINT`,
  ],
};
