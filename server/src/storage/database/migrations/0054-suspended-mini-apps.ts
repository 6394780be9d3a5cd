import type { Migration } from './Migration.types.ts';

/** The overview lists the mini-apps that are suspended: few of many, and it is read all the time. */
export const suspendedMiniApps: Migration = {
  id: 54,
  name: 'suspended-mini-apps',
  statements: () => [
    `CREATE INDEX mini_programs_suspended ON mini_programs (app_id) WHERE suspended = 1`,
  ],
};
