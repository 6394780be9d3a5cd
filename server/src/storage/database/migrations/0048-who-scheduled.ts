import type { Migration } from './Migration.types.ts';

/** The issuer and groups of people who schedule releases, whose rights are checked again when the release is due. */
export const whoScheduled: Migration = {
  id: 48,
  name: 'who-scheduled',
  statements: ({ text }) => [`ALTER TABLE scheduled_releases ADD COLUMN proven ${text}`],
};
