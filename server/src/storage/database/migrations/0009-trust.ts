import { nameKeys } from '../../../text/nameKeys.ts';
import type { Queries } from '../Database.types.ts';
import type { Migration } from './Migration.types.ts';

/** Publishers, their mini-apps and names, and the versions that an operator trusts. */
export const trust: Migration = {
  id: 9,
  name: 'trust',
  statements: ({ text }) => [
    `CREATE TABLE publishers (
      id ${text} PRIMARY KEY,
      name ${text} NOT NULL,
      created_at BIGINT NOT NULL,
      updated_at BIGINT NOT NULL
    )`,
    `ALTER TABLE tokens ADD COLUMN publisher_id ${text}`,
    // The owner of an appId, from the first upload or registration on; NULL without a publisher.
    `CREATE TABLE app_owners (
      app_id ${text} PRIMARY KEY,
      publisher_id ${text}
    )`,
    `CREATE INDEX app_owners_by_publisher ON app_owners (publisher_id, app_id)`,
    `INSERT INTO app_owners (app_id)
      SELECT app_id FROM mini_programs UNION SELECT app_id FROM artifacts WHERE app_id <> ''`,

    // The keys by which names are compared, with the first holder: app:<appId> or publisher:<id>.
    `CREATE TABLE names (
      name_key ${text} PRIMARY KEY,
      holder ${text} NOT NULL
    )`,
    `CREATE INDEX names_by_holder ON names (holder)`,
    // Names of others that an operator allowed a mini-app to use.
    `CREATE TABLE allowed_names (
      app_id ${text} NOT NULL,
      name_key ${text} NOT NULL,
      PRIMARY KEY (app_id, name_key)
    )`,

    // The most recent decision about a version: trusted, taken, or lapsed.
    `CREATE TABLE version_trust (
      app_id ${text} NOT NULL,
      version ${text} NOT NULL,
      state ${text} NOT NULL,
      reason ${text},
      actor ${text} NOT NULL,
      at BIGINT NOT NULL,
      PRIMARY KEY (app_id, version)
    )`,
    `CREATE TABLE publisher_trust (
      publisher_id ${text} PRIMARY KEY,
      state ${text} NOT NULL,
      reason ${text},
      actor ${text} NOT NULL,
      at BIGINT NOT NULL
    )`,
    // What a mini-app of a trusted publisher declared and was signed with when trust was granted, as JSON.
    `CREATE TABLE publisher_trust_apps (
      publisher_id ${text} NOT NULL,
      app_id ${text} NOT NULL,
      permissions ${text} NOT NULL,
      keys ${text} NOT NULL,
      PRIMARY KEY (publisher_id, app_id)
    )`,

    // Before this, whoever could release a mini-app could make it run in a realm. Decisions by the root token are kept, for the
    // versions of that time and those that the root token registered since. All others need a new decision by an operator.
    `INSERT INTO version_trust (app_id, version, state, reason, actor, at)
      SELECT v.app_id, v.version,
        CASE WHEN ${DECIDED_BY_ROOT} THEN 'trusted' ELSE 'lapsed' END,
        CASE WHEN ${DECIDED_BY_ROOT} THEN NULL ELSE '${NOT_AN_OPERATOR}' END,
        COALESCE(decision.actor, 'unknown'), COALESCE(decision.at, v.created_at)
      FROM versions v
      JOIN mini_programs m ON m.app_id = v.app_id
      LEFT JOIN audit_log decision ON decision.id = (
        SELECT MAX(id) FROM audit_log WHERE action = 'mini-program.isolation' AND target = m.app_id)
      WHERE m.isolation = 'realm' AND v.verified = 1 AND v.status <> 'withdrawn'`,
    `INSERT INTO audit_log (at, actor, action, target, address, request_id, details)
      SELECT at, 'system', 'trust.lapse', app_id || '@' || version, '', '', '{"because":"${NOT_AN_OPERATOR}"}'
      FROM version_trust WHERE state = 'lapsed'`,
    `ALTER TABLE mini_programs DROP COLUMN isolation`,
    // It is unknown who suspended existing ones, so only operators can resume them.
    `ALTER TABLE mini_programs ADD COLUMN suspended_by_operator INTEGER NOT NULL DEFAULT 1`,
    // The publisher of a mini-app can keep it in frames, however far the publisher is trusted.
    `ALTER TABLE mini_programs ADD COLUMN framed INTEGER NOT NULL DEFAULT 0`,
  ],
  fill: claimNames,
};

/** Assigns every name to the mini-app that had it first; others that have the same name keep it. */
async function claimNames(tx: Queries): Promise<void> {
  const rows = await tx.all<{ app_id: string; name: string }>(
    'SELECT app_id, name FROM mini_programs ORDER BY created_at, app_id',
  );
  for (const { app_id, name } of rows) {
    for (const key of nameKeys(name)) {
      await tx.run(
        'INSERT INTO names (name_key, holder) VALUES (?, ?) ON CONFLICT DO NOTHING',
        key,
        `app:${app_id}`,
      );
      await tx.run('INSERT INTO allowed_names (app_id, name_key) VALUES (?, ?)', app_id, key);
    }
  }
}

const NOT_AN_OPERATOR = 'it was not the root token that let this version run in a realm';

const DECIDED_BY_ROOT = `decision.actor = 'root' AND (v.created_at <= decision.at OR EXISTS (
  SELECT 1 FROM audit_log registered WHERE registered.action = 'version.register'
    AND registered.target = v.app_id || '@' || v.version AND registered.actor = 'root'))`;
