import type { Migration } from './Migration.types.ts';

/** Devices, topics, messages and their deliveries, work for upstream transports, inboxes, server keys. */
export const push: Migration = {
  id: 4,
  name: 'push',
  statements: ({ text, autoId, givenId, byKey }) => [
    // One row that every send increments: its lock makes positions become visible in their order, on every engine.
    `CREATE TABLE push_clock (
      name ${text} PRIMARY KEY,
      last BIGINT NOT NULL
    )`,
    `INSERT INTO push_clock (name, last) VALUES ('position', 0)`,

    `CREATE TABLE devices (
      id ${autoId},
      -- The digest of the token: tokens are longer than an index can hold.
      token_key ${text} NOT NULL UNIQUE,
      token ${text} NOT NULL,
      platform ${text} NOT NULL,
      app ${text},
      person_id ${text},
      -- The last person who had it, and since when: what came before is not for them.
      owner_id ${text},
      owner_since BIGINT NOT NULL,
      -- Where another service reaches it, as JSON; NULL when only its own connection does.
      upstream ${text},
      quarantined ${text},
      created_at BIGINT NOT NULL,
      last_seen BIGINT NOT NULL,
      -- Everything up to here is acknowledged.
      position BIGINT NOT NULL
    )`,
    `CREATE INDEX devices_of_person ON devices (person_id) WHERE person_id IS NOT NULL`,
    `CREATE INDEX devices_reachable ON devices (id) WHERE upstream IS NOT NULL`,
    `CREATE INDEX devices_by_last_seen ON devices (last_seen)`,

    `CREATE TABLE replaced_tokens (
      token_key ${text} PRIMARY KEY,
      device_id BIGINT NOT NULL REFERENCES devices (id) ON DELETE CASCADE
    )`,
    `CREATE INDEX replaced_tokens_of_device ON replaced_tokens (device_id)`,

    `CREATE TABLE topic_subscriptions (
      topic ${text} NOT NULL,
      device_id BIGINT NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
      -- Messages up to this position were sent before the device subscribed.
      since BIGINT NOT NULL,
      added_at BIGINT NOT NULL,
      PRIMARY KEY (topic, device_id)
    )`,
    `CREATE INDEX topics_of_device ON topic_subscriptions (device_id)`,

    `CREATE TABLE push_messages (
      id ${givenId},
      -- Its place in the order of everything that is delivered; NULL until it is due.
      position BIGINT,
      sender ${text} NOT NULL,
      topic ${text},
      condition ${text},
      collapse_key ${text},
      payload ${text} NOT NULL,
      has_notification INTEGER NOT NULL,
      state ${text} NOT NULL,
      created_at BIGINT NOT NULL,
      send_at BIGINT NOT NULL,
      expires_at BIGINT NOT NULL,
      sent INTEGER NOT NULL DEFAULT 0,
      delivered INTEGER NOT NULL DEFAULT 0,
      opened INTEGER NOT NULL DEFAULT 0,
      expired INTEGER NOT NULL DEFAULT 0,
      dropped INTEGER NOT NULL DEFAULT 0
    )`,
    `CREATE UNIQUE INDEX push_messages_in_order ON push_messages (position) WHERE position IS NOT NULL`,
    `CREATE INDEX push_messages_of_topic ON push_messages (topic, position) WHERE topic IS NOT NULL`,
    `CREATE INDEX push_messages_with_condition ON push_messages (position) WHERE condition IS NOT NULL`,
    `CREATE INDEX push_messages_scheduled ON push_messages (send_at) WHERE state = 'scheduled'`,
    `CREATE INDEX push_messages_of_sender ON push_messages (sender, id)`,
    `CREATE INDEX push_messages_by_end ON push_messages (expires_at)`,

    // For messages to tokens: one row for each device.
    `CREATE TABLE push_deliveries (
      message_id BIGINT NOT NULL REFERENCES push_messages (id) ON DELETE CASCADE,
      device_id BIGINT NOT NULL,
      position BIGINT,
      state ${text} NOT NULL,
      reason ${text},
      updated_at BIGINT NOT NULL,
      PRIMARY KEY (message_id, device_id)
    ) ${byKey}`,
    `CREATE INDEX push_deliveries_of_device ON push_deliveries (device_id, position)`,

    // Pending work for an upstream: one device, or a range of a topic's devices.
    `CREATE TABLE push_jobs (
      id ${autoId},
      message_id BIGINT NOT NULL REFERENCES push_messages (id) ON DELETE CASCADE,
      device_id BIGINT,
      after_device BIGINT NOT NULL DEFAULT 0,
      until_device BIGINT,
      attempts INTEGER NOT NULL DEFAULT 0,
      due_at BIGINT NOT NULL
    )`,
    `CREATE INDEX push_jobs_due ON push_jobs (due_at, id)`,

    `CREATE TABLE push_dead_letters (
      id ${autoId},
      message_id BIGINT NOT NULL,
      device_id BIGINT NOT NULL,
      transport ${text} NOT NULL,
      reason ${text} NOT NULL,
      at BIGINT NOT NULL
    )`,
    `CREATE INDEX push_dead_letters_by_age ON push_dead_letters (at)`,

    `CREATE TABLE device_groups (
      group_key ${text} PRIMARY KEY,
      sender ${text} NOT NULL,
      name ${text} NOT NULL,
      created_at BIGINT NOT NULL,
      UNIQUE (sender, name)
    )`,
    `CREATE TABLE device_group_members (
      group_key ${text} NOT NULL REFERENCES device_groups (group_key) ON DELETE CASCADE,
      token_key ${text} NOT NULL,
      token ${text} NOT NULL,
      PRIMARY KEY (group_key, token_key)
    )`,

    `CREATE TABLE server_keys (
      id ${text} PRIMARY KEY,
      name ${text} NOT NULL,
      secret_hash ${text} NOT NULL,
      scopes ${text} NOT NULL,
      apps ${text},
      created_at BIGINT NOT NULL,
      revoked_at BIGINT
    )`,

    `CREATE TABLE inboxes (
      person_id ${text} PRIMARY KEY,
      -- Everything up to here that belongs to the person has an entry.
      position BIGINT NOT NULL
    )`,
    `CREATE TABLE inbox_entries (
      person_id ${text} NOT NULL REFERENCES inboxes (person_id) ON DELETE CASCADE,
      message_id BIGINT NOT NULL REFERENCES push_messages (id) ON DELETE CASCADE,
      read_at BIGINT,
      deleted_at BIGINT,
      PRIMARY KEY (person_id, message_id)
    )`,
    `CREATE INDEX inbox_entries_unread ON inbox_entries (person_id)
      WHERE read_at IS NULL AND deleted_at IS NULL`,
  ],
};
