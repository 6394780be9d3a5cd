import type { Migration } from './Migration.types.ts';

/** Whether an operator paused a version, and the former paths of mini-apps. */
export const operatorsWord: Migration = {
  id: 17,
  name: 'operators-word',
  statements: ({ text }) => [
    `ALTER TABLE versions ADD COLUMN paused_by_operator INTEGER NOT NULL DEFAULT 0`,
    // The rights of deleted tokens are unknown; the root token is certainly an operator's.
    `UPDATE versions SET paused_by_operator = 1 WHERE status = 'paused' AND (
      SELECT a.actor FROM audit_log a
        WHERE a.action = 'version.pause' AND a.target = versions.app_id || '@' || versions.version
        ORDER BY a.id DESC LIMIT 1) = 'root'`,
    `CREATE TABLE former_paths (
      path ${text} PRIMARY KEY,
      app_id ${text} NOT NULL,
      given_up_at BIGINT NOT NULL
    )`,
    `CREATE INDEX former_paths_of_app ON former_paths (app_id, given_up_at)`,
    `CREATE INDEX former_paths_by_age ON former_paths (given_up_at)`,
  ],
};
