import type { Migration } from './Migration.types.ts';

/** Indexes for rows that are deleted with a message: without them, each deletion scans both tables. */
export const messagesThatGo: Migration = {
  id: 6,
  name: 'messages-that-go',
  statements: () => [
    `CREATE INDEX push_jobs_of_message ON push_jobs (message_id)`,
    `CREATE INDEX inbox_entries_of_message ON inbox_entries (message_id)`,
  ],
};
