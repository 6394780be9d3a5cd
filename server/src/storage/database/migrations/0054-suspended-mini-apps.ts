import type { Migration } from './Migration.types.ts';

/** A partial index on suspended mini-apps, which the frequently read overview lists. */
export const suspendedMiniApps: Migration = {
  id: 54,
  name: 'suspended-mini-apps',
  statements: () => [
    `CREATE INDEX mini_programs_suspended ON mini_programs (app_id) WHERE suspended = 1`,
  ],
};
