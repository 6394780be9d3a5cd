import type { Migration } from './Migration.types.ts';

/** Tracks uploads for unregistered versions, so that they are limited and expire; and indexes the age of counts. */
export const pendingUploads: Migration = {
  id: 16,
  name: 'pending-uploads',
  statements: ({ text }) => [
    `CREATE TABLE pending_uploads (
      app_id ${text} NOT NULL,
      version ${text} NOT NULL,
      -- What it counts for: its size, and at least what a version takes.
      bytes BIGINT NOT NULL,
      uploaded_at BIGINT NOT NULL,
      PRIMARY KEY (app_id, version)
    )`,
    `CREATE INDEX pending_uploads_by_age ON pending_uploads (uploaded_at)`,
    `INSERT INTO pending_uploads (app_id, version, bytes, uploaded_at)
      SELECT a.app_id, a.version, SUM(a.size), MAX(a.uploaded_at) FROM artifacts a
        WHERE a.version <> '' AND NOT EXISTS (
          SELECT 1 FROM versions v WHERE v.app_id = a.app_id AND v.version = a.version)
        GROUP BY a.app_id, a.version`,
    `CREATE INDEX report_days_by_day ON report_days (day)`,
  ],
};
