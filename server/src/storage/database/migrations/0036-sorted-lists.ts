import type { Migration } from './Migration.types.ts';

/** What operators sort long lists by has an index: nobody waits for all rows to be sorted. */
export const sortedLists: Migration = {
  id: 36,
  name: 'sorted-lists',
  statements: () => [
    `CREATE INDEX mini_programs_by_name ON mini_programs (LOWER(name), app_id)`,
    `CREATE INDEX mini_programs_by_change ON mini_programs (updated_at, app_id)`,
    // In place of the one without ids, which told devices of one moment apart by nothing.
    `DROP INDEX devices_by_last_seen`,
    `CREATE INDEX devices_by_last_seen ON devices (last_seen, id)`,
    `CREATE INDEX crashes_by_count ON crashes (count, app_id, place)`,
    `CREATE INDEX crashes_by_installs ON crashes (installs, app_id, place)`,
    // Few messages wait or were cancelled: they are found among all that were sent.
    `CREATE INDEX push_messages_not_sent ON push_messages (state, id) WHERE state IN ('scheduled', 'cancelled')`,
  ],
};
