import type { Migration } from './Migration.types.ts';

/** Columns for counting the progress of a message on a device only once, however often the device connects. */
export const countedOnce: Migration = {
  id: 8,
  name: 'counted-once',
  statements: ({ text, byKey }) => [
    // Messages up to this position are counted as sent or skipped.
    `ALTER TABLE devices ADD COLUMN counted_up_to BIGINT NOT NULL DEFAULT 0`,
    // The skipped positions between the last acknowledgement and counted_up_to, as JSON.
    `ALTER TABLE devices ADD COLUMN skipped ${text}`,
    // Acknowledged messages after this position are not counted as delivered yet; NULL if there are none.
    `ALTER TABLE devices ADD COLUMN unsettled_from BIGINT`,

    // For messages to topics and conditions, which have no row for each device.
    `CREATE TABLE push_openings (
      message_id BIGINT NOT NULL REFERENCES push_messages (id) ON DELETE CASCADE,
      device_id BIGINT NOT NULL,
      PRIMARY KEY (message_id, device_id)
    ) ${byKey}`,
  ],
};
