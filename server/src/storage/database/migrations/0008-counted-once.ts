import type { Migration } from './Migration.types.ts';

/** What is needed to count once what became of a message on a device, however often that device connects. */
export const countedOnce: Migration = {
  id: 8,
  name: 'counted-once',
  statements: ({ text, byKey }) => [
    // Of everything up to here it is counted whether it was sent.
    `ALTER TABLE devices ADD COLUMN counted_up_to BIGINT NOT NULL DEFAULT 0`,
    // Positions between the last acknowledgement and there that were not sent, as JSON.
    `ALTER TABLE devices ADD COLUMN skipped ${text}`,
    // Where begins what is acknowledged and not yet counted as delivered; NULL when that is nothing.
    `ALTER TABLE devices ADD COLUMN unsettled_from BIGINT`,

    // For messages to topics and conditions, which have no row for each device.
    `CREATE TABLE push_openings (
      message_id BIGINT NOT NULL REFERENCES push_messages (id) ON DELETE CASCADE,
      device_id BIGINT NOT NULL,
      PRIMARY KEY (message_id, device_id)
    ) ${byKey}`,
  ],
};
