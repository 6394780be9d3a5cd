import type { Migration } from './Migration.types.ts';

/** Daily counts that are updated as things happen, so that reading them never scans messages or reports. */
export const series: Migration = {
  id: 24,
  name: 'series',
  statements: ({ text }) => [
    `CREATE TABLE send_days (
      day ${text} NOT NULL,
      sender ${text} NOT NULL,
      accepted BIGINT NOT NULL DEFAULT 0,
      sent BIGINT NOT NULL DEFAULT 0,
      delivered BIGINT NOT NULL DEFAULT 0,
      opened BIGINT NOT NULL DEFAULT 0,
      expired BIGINT NOT NULL DEFAULT 0,
      dropped BIGINT NOT NULL DEFAULT 0,
      PRIMARY KEY (day, sender)
    )`,
    // Which version each install ran on a day, while that day lasts.
    `CREATE TABLE adoption_installs (
      day ${text} NOT NULL,
      app_id ${text} NOT NULL,
      install ${text} NOT NULL,
      version ${text} NOT NULL,
      PRIMARY KEY (day, app_id, install)
    )`,
    `CREATE TABLE adoption_days (
      app_id ${text} NOT NULL,
      day ${text} NOT NULL,
      version ${text} NOT NULL,
      installs BIGINT NOT NULL,
      PRIMARY KEY (app_id, day, version)
    )`,
    `CREATE INDEX adoption_days_by_age ON adoption_days (day)`,
    // How many devices each node has.
    `ALTER TABLE push_nodes ADD COLUMN connected BIGINT NOT NULL DEFAULT 0`,
    // For what needs attention: there are few of each, however many versions there are.
    `CREATE INDEX versions_paused_by_themselves ON versions (updated_at) WHERE paused_because IS NOT NULL`,
    `CREATE INDEX versions_released_lately ON versions (updated_at) WHERE status = 'released'`,
    `CREATE INDEX report_days_failing ON report_days (day) WHERE crashed_on_start + hung + crashed > 0`,
  ],
};
