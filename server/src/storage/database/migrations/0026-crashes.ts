import type { Migration } from './Migration.types.ts';

/** Crashes by location, over all versions of a mini-app, and further details of each version's failures. */
export const crashes: Migration = {
  id: 26,
  name: 'crashes',
  statements: ({ text }) => [
    // Earlier reports have no location, and are only listed with their version.
    `ALTER TABLE report_failures ADD COLUMN place ${text}`,
    // The platform of the report with the stack; that of the latest report is in `platform`.
    `ALTER TABLE report_failures ADD COLUMN stack_platform ${text}`,
    // How often on each platform, and with each version of the host, as JSON.
    `ALTER TABLE report_failures ADD COLUMN platforms ${text} NOT NULL DEFAULT '{}'`,
    `ALTER TABLE report_failures ADD COLUMN host_versions ${text} NOT NULL DEFAULT '{}'`,
    `CREATE INDEX report_failures_by_place ON report_failures (app_id, place)`,
    `CREATE TABLE crashes (
      app_id ${text} NOT NULL,
      place ${text} NOT NULL,
      kind ${text} NOT NULL,
      message ${text} NOT NULL,
      -- The frame that it is shown by.
      at_frame ${text} NOT NULL,
      last_version ${text} NOT NULL,
      count BIGINT NOT NULL,
      installs BIGINT NOT NULL,
      -- The smallest digests of installs that it hit, as JSON: what their number is told by.
      sketch ${text} NOT NULL,
      first_at BIGINT NOT NULL,
      last_at BIGINT NOT NULL,
      PRIMARY KEY (app_id, place)
    )`,
    `CREATE INDEX crashes_by_time ON crashes (last_at, app_id, place)`,
  ],
};
