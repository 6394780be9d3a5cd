import type { Migration } from './Migration.types.ts';

/** The issuer and the groups of people who schedule releases: what they may do is looked up when the time has come. */
export const whoScheduled: Migration = {
  id: 48,
  name: 'who-scheduled',
  statements: ({ text }) => [`ALTER TABLE scheduled_releases ADD COLUMN proven ${text}`],
};
