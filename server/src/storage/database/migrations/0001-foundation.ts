import type { Migration } from './Migration.types.ts';

/** Registry, artifacts, tokens, audit log, idempotency keys. */
export const foundation: Migration = {
  id: 1,
  name: 'foundation',
  statements: ({ text, autoId, forbidChanges }) => [
    `CREATE TABLE mini_programs (
      app_id ${text} PRIMARY KEY,
      name ${text} NOT NULL,
      latest_version ${text} NOT NULL,
      latest_order ${text} NOT NULL,
      -- The lower-case name that the catalog is ordered and searched by; NULL while nothing is released.
      listed_name ${text},
      suspended INTEGER NOT NULL DEFAULT 0,
      suspended_reason ${text},
      created_at BIGINT NOT NULL,
      updated_at BIGINT NOT NULL
    )`,
    `CREATE INDEX mini_programs_listed ON mini_programs (listed_name, app_id)
      WHERE listed_name IS NOT NULL AND suspended = 0`,

    `CREATE TABLE versions (
      app_id ${text} NOT NULL,
      version ${text} NOT NULL,
      -- The version with padded numbers: ordering this text orders the versions.
      version_order ${text} NOT NULL,
      registration ${text} NOT NULL,
      platforms ${text} NOT NULL,
      shared ${text} NOT NULL,
      verified INTEGER NOT NULL,
      unverified_reason ${text},
      status ${text} NOT NULL,
      status_reason ${text},
      -- Hundredths of a percent.
      percentage INTEGER NOT NULL,
      cohorts ${text} NOT NULL,
      created_at BIGINT NOT NULL,
      updated_at BIGINT NOT NULL,
      PRIMARY KEY (app_id, version)
    )`,
    `CREATE UNIQUE INDEX versions_in_order ON versions (app_id, version_order)`,
    `CREATE INDEX versions_released ON versions (app_id, version_order) WHERE status = 'released'`,

    `CREATE TABLE archive_files (
      app_id ${text} NOT NULL,
      version ${text} NOT NULL,
      platform ${text} NOT NULL,
      files ${text} NOT NULL,
      PRIMARY KEY (app_id, version, platform)
    )`,

    `CREATE TABLE artifacts (
      object_key ${text} PRIMARY KEY,
      app_id ${text} NOT NULL,
      version ${text} NOT NULL,
      kind ${text} NOT NULL,
      size BIGINT NOT NULL,
      sha256 ${text} NOT NULL,
      integrity ${text} NOT NULL,
      content_type ${text} NOT NULL,
      encodings ${text} NOT NULL,
      uploaded_at BIGINT NOT NULL
    )`,
    `CREATE INDEX artifacts_of_version ON artifacts (app_id, version, kind)`,

    `CREATE TABLE tokens (
      id ${text} PRIMARY KEY,
      name ${text} NOT NULL,
      secret_hash ${text} NOT NULL,
      scopes ${text} NOT NULL,
      apps ${text},
      created_at BIGINT NOT NULL,
      expires_at BIGINT NOT NULL,
      revoked_at BIGINT,
      last_used_at BIGINT
    )`,

    `CREATE TABLE audit_log (
      id ${autoId},
      at BIGINT NOT NULL,
      actor ${text} NOT NULL,
      action ${text} NOT NULL,
      target ${text} NOT NULL,
      address ${text} NOT NULL,
      request_id ${text} NOT NULL,
      details ${text} NOT NULL
    )`,
    ...forbidChanges('audit_log'),

    `CREATE TABLE idempotency_keys (
      actor ${text} NOT NULL,
      idempotency_key ${text} NOT NULL,
      request_hash ${text} NOT NULL,
      status INTEGER NOT NULL,
      headers ${text} NOT NULL,
      body ${text} NOT NULL,
      created_at BIGINT NOT NULL,
      PRIMARY KEY (actor, idempotency_key)
    )`,
    `CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at)`,
  ],
};
