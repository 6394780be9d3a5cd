import { RESERVED_PATHS } from '@host/contracts';

import type { Migration } from './Migration.types.ts';

/** Paths, collections and upstreams of mini-apps, their isolation, analytics and reports. */
export const miniAppServices: Migration = {
  id: 5,
  name: 'mini-app-services',
  statements: ({ text }) => [
    `ALTER TABLE mini_programs ADD COLUMN isolation ${text} NOT NULL DEFAULT 'frame'`,
    `ALTER TABLE mini_programs ADD COLUMN upstream ${text}`,
    `ALTER TABLE versions ADD COLUMN paused_because ${text}`,

    `CREATE TABLE mini_app_paths (
      path ${text} PRIMARY KEY,
      app_id ${text} NOT NULL UNIQUE
    )`,
    // Mini-apps that are registered already, whoever came first: the last part of the id is what its letters and digits
    // leave when they are trimmed from the end up to a dot.
    `INSERT INTO mini_app_paths (path, app_id)
      SELECT path, app_id FROM (
        SELECT substr(app_id, length(rtrim(app_id, replace(app_id, '.', ''))) + 1) AS path, app_id, created_at
          FROM mini_programs ORDER BY created_at, app_id) AS usual
      WHERE length(path) <= 63 AND path NOT IN (${RESERVED_PATHS.map((path) => `'${path}'`).join(', ')})
      ORDER BY created_at, app_id
      ON CONFLICT (path) DO NOTHING`,

    `CREATE TABLE collections (
      app_id ${text} NOT NULL,
      name ${text} NOT NULL,
      is_private INTEGER NOT NULL,
      documents INTEGER NOT NULL,
      bytes INTEGER NOT NULL,
      updated_at BIGINT NOT NULL,
      PRIMARY KEY (app_id, name)
    )`,
    `CREATE TABLE documents (
      app_id ${text} NOT NULL,
      collection ${text} NOT NULL,
      id ${text} NOT NULL,
      position INTEGER NOT NULL,
      body ${text} NOT NULL,
      bytes INTEGER NOT NULL,
      PRIMARY KEY (app_id, collection, id)
    )`,
    `CREATE UNIQUE INDEX documents_in_order ON documents (app_id, collection, position)`,

    `CREATE TABLE analytics_counts (
      app_id ${text} NOT NULL,
      type ${text} NOT NULL,
      day ${text} NOT NULL,
      name ${text} NOT NULL,
      version ${text} NOT NULL,
      count BIGINT NOT NULL,
      PRIMARY KEY (app_id, type, day, name, version)
    )`,
    // Kept for a few days, so that a batch that is sent again is counted once.
    `CREATE TABLE analytics_seen (
      app_id ${text} NOT NULL,
      event_id ${text} NOT NULL,
      seen_at BIGINT NOT NULL,
      PRIMARY KEY (app_id, event_id)
    )`,
    `CREATE INDEX analytics_seen_by_age ON analytics_seen (seen_at)`,

    `CREATE TABLE report_days (
      app_id ${text} NOT NULL,
      version ${text} NOT NULL,
      day ${text} NOT NULL,
      installs BIGINT NOT NULL DEFAULT 0,
      loaded BIGINT NOT NULL DEFAULT 0,
      load_failed BIGINT NOT NULL DEFAULT 0,
      crashed_on_start BIGINT NOT NULL DEFAULT 0,
      hung BIGINT NOT NULL DEFAULT 0,
      crashed BIGINT NOT NULL DEFAULT 0,
      complaints BIGINT NOT NULL DEFAULT 0,
      timed BIGINT NOT NULL DEFAULT 0,
      load_ms BIGINT NOT NULL DEFAULT 0,
      PRIMARY KEY (app_id, version, day)
    )`,
    // The counts that decide whether a release is paused, since a moment that is reset from time to time.
    `CREATE TABLE report_periods (
      app_id ${text} NOT NULL,
      version ${text} NOT NULL,
      period INTEGER NOT NULL,
      started_at BIGINT NOT NULL,
      installs INTEGER NOT NULL,
      failed_installs INTEGER NOT NULL,
      networks INTEGER NOT NULL,
      failed_networks INTEGER NOT NULL,
      PRIMARY KEY (app_id, version)
    )`,
    `CREATE TABLE report_installs (
      app_id ${text} NOT NULL,
      version ${text} NOT NULL,
      period INTEGER NOT NULL,
      install ${text} NOT NULL,
      failed INTEGER NOT NULL,
      network ${text} NOT NULL,
      -- Whether it came first of its network, and speaks for it.
      is_voice INTEGER NOT NULL,
      PRIMARY KEY (app_id, version, period, install)
    )`,
    `CREATE INDEX report_installs_of_network ON report_installs (app_id, version, period, network)`,
    `CREATE TABLE report_failures (
      app_id ${text} NOT NULL,
      version ${text} NOT NULL,
      fingerprint ${text} NOT NULL,
      kind ${text} NOT NULL,
      message ${text} NOT NULL,
      stack ${text},
      platform ${text} NOT NULL,
      host_version ${text} NOT NULL,
      count BIGINT NOT NULL,
      first_at BIGINT NOT NULL,
      last_at BIGINT NOT NULL,
      PRIMARY KEY (app_id, version, fingerprint)
    )`,
  ],
};
