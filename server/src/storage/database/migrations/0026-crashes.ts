import type { Migration } from './Migration.types.ts';

/** Crashes by place, over all versions of a mini-app, and what is known of each version's failures besides. */
export const crashes: Migration = {
  id: 26,
  name: 'crashes',
  statements: ({ text }) => [
    // What was reported before has no place, and is listed with its version alone.
    `ALTER TABLE report_failures ADD COLUMN place ${text}`,
    // Of the report that the stack is from; that of the last one is in platform.
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
