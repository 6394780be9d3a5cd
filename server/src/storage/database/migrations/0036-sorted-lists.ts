import type { Migration } from './Migration.types.ts';

/** Indexes for the sort orders of operators' long lists, so that no request sorts all rows. */
export const sortedLists: Migration = {
  id: 36,
  name: 'sorted-lists',
  statements: () => [
    `CREATE INDEX mini_programs_by_name ON mini_programs (LOWER(name), app_id)`,
    `CREATE INDEX mini_programs_by_change ON mini_programs (updated_at, app_id)`,
    // Replaced by one with ids as a tie-breaker for devices that were seen at the same moment.
    `DROP INDEX devices_by_last_seen`,
    `CREATE INDEX devices_by_last_seen ON devices (last_seen, id)`,
    `CREATE INDEX crashes_by_count ON crashes (count, app_id, place)`,
    `CREATE INDEX crashes_by_installs ON crashes (installs, app_id, place)`,
    // Partial, since few messages are scheduled or cancelled.
    `CREATE INDEX push_messages_not_sent ON push_messages (state, id) WHERE state IN ('scheduled', 'cancelled')`,
  ],
};
