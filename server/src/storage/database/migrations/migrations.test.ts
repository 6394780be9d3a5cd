import { describe, expect, it } from 'vitest';

import { testEngines } from '../../../testing/testEngines.ts';
import type { Database } from '../Database.types.ts';
import { migrations } from './migrations.ts';

/** What was not in the first release; referring tables before those that they refer to. */
const TABLES_OF_LATER_RELEASES = [
  'push_schedulers',
  'told_changes',
  'scheduled_releases',
  'upstream_health',
  'push_answers',
  'push_drops',
  'locks',
  'push_held',
  'push_templates',
  'crashes',
  'review_policies',
  'reviews',
  'request_budgets',
  'ledger_writers',
  'send_days',
  'adoption_installs',
  'adoption_days',
  'used_console_links',
  'console_sessions',
  'push_nodes',
  'own_addresses',
  'device_challenges',
  'open_ids',
  'push_people',
  'consents',
  'mails',
  'account_links',
  'pending_accounts',
  'allowed_names',
  'names',
  'publisher_trust_apps',
  'publisher_trust',
  'version_trust',
  'app_owners',
  'publishers',
  'report_failures',
  'report_installs',
  'report_periods',
  'report_days',
  'analytics_seen',
  'analytics_counts',
  'documents',
  'former_paths',
  'pending_uploads',
  'collections',
  'mini_app_paths',
  'inbox_entries',
  'push_openings',
  'inboxes',
  'server_keys',
  'device_group_members',
  'device_groups',
  'push_dead_letters',
  'push_jobs',
  'push_deliveries',
  'push_messages',
  'topic_subscriptions',
  'replaced_tokens',
  'devices',
  'push_clock',
  'publisher_keys',
  'sessions',
  'accounts',
  'person_deletions',
  'signing_keys',
  'people_secrets',
];

/** On tables of the first release. */
const INDEXES_OF_LATER_RELEASES = [
  'versions_paused_by_themselves',
  'versions_released_lately',
  'audit_of_actor',
  'audit_of_target',
  'audit_of_time',
  'mini_programs_by_name',
  'mini_programs_by_change',
  'mini_programs_suspended',
];

const COLUMNS_OF_LATER_RELEASES = [
  ['tokens', 'rotated_at'],
  ['tokens', 'previous_hash'],
  ['tokens', 'previous_ends_at'],
  ['tokens', 'previous_used_at'],
  ['audit_log', 'changed'],
  ['mini_programs', 'framed'],
  ['mini_programs', 'suspended_by_operator'],
  ['tokens', 'publisher_id'],
  ['mini_programs', 'upstream'],
  ['mini_programs', 'translated_names'],
  ['versions', 'paused_because'],
  ['versions', 'paused_by_operator'],
  ['artifacts', 'unreadable'],
  ['artifacts', 'unreadable_at'],
];

const CASCADING_COLUMNS = {
  sqlite: `SELECT tables.name || '.' || keys."from" AS name
    FROM sqlite_schema AS tables, pragma_foreign_key_list(tables.name) AS keys
    WHERE tables.type = 'table' AND keys.on_delete = 'CASCADE'`,
  postgres: `SELECT tables.relname || '.' || columns.attname AS name
    FROM pg_constraint AS keys
    JOIN pg_class AS tables ON tables.oid = keys.conrelid
    JOIN pg_attribute AS columns ON columns.attrelid = tables.oid AND columns.attnum = keys.conkey[1]
    WHERE keys.contype = 'f' AND keys.confdeltype = 'c'
      AND tables.relnamespace = current_schema()::regnamespace`,
};

const FIRST_INDEXED_COLUMNS = {
  sqlite: `SELECT tables.name || '.' || columns.name AS name
    FROM sqlite_schema AS tables, pragma_index_list(tables.name) AS indexes,
      pragma_index_info(indexes.name) AS columns
    WHERE tables.type = 'table' AND columns.seqno = 0 AND indexes.partial = 0`,
  postgres: `SELECT tables.relname || '.' || columns.attname AS name
    FROM pg_index AS indexes
    JOIN pg_class AS tables ON tables.oid = indexes.indrelid
    JOIN pg_attribute AS columns ON columns.attrelid = tables.oid AND columns.attnum = indexes.indkey[0]
    WHERE indexes.indpred IS NULL AND tables.relnamespace = current_schema()::regnamespace`,
};

async function namesOf(db: Database, sql: string): Promise<string[]> {
  return (await db.all<{ name: string }>(sql)).map(({ name }) => name);
}

it('come after those that were there before: a database that has the later ones would be refused', () => {
  const RELEASED = [
    ...Array.from({ length: 12 }, (_, index) => index + 1),
    ...Array.from({ length: 13 }, (_, index) => index + 14),
    30,
    31,
    33,
    34,
    35,
    36,
    37,
    38,
    39,
  ];
  const ids = migrations.map(({ id }) => id);
  expect(ids.slice(0, RELEASED.length)).toEqual(RELEASED);
  expect(ids).toEqual(ids.toSorted((one, other) => one - other));
});

describe.each(testEngines())('migrations ($name)', (engine) => {
  it('bring a database of the first release up to date, and keep what is in it', async () => {
    const place = await engine.createEmptyPlace();
    const old = await place.open();
    for (const table of TABLES_OF_LATER_RELEASES) await old.run(`DROP TABLE ${table}`);
    for (const index of INDEXES_OF_LATER_RELEASES) await old.run(`DROP INDEX ${index}`);
    for (const [table, column] of COLUMNS_OF_LATER_RELEASES) {
      await old.run(`ALTER TABLE ${table} DROP COLUMN ${column}`);
    }
    await old.run('DELETE FROM schema_migrations WHERE id > 1');
    const apps = ['org.late.orders', 'com.acme.orders', 'com.acme.admin', 'com.acme.com.acme.x'];
    for (const [index, appId] of apps.entries()) {
      await old.run(
        `INSERT INTO mini_programs (app_id, name, latest_version, latest_order, created_at, updated_at)
          VALUES (?, 'Orders', '1.0.0', '1', ?, 1)`,
        appId,
        10 - index,
      );
    }
    await old.close();

    const db = await place.open();
    expect(await db.all('SELECT * FROM publisher_keys')).toEqual([]);
    expect(await db.all('SELECT app_id FROM mini_programs')).toHaveLength(apps.length);
    // The last part of the id, for whoever was registered first, unless the server needs it itself.
    expect(await db.all('SELECT path, app_id FROM mini_app_paths ORDER BY path')).toEqual([
      { path: 'orders', app_id: 'com.acme.orders' },
      { path: 'x', app_id: 'com.acme.com.acme.x' },
    ]);
    expect(await db.all('SELECT id FROM schema_migrations')).toHaveLength(migrations.length);
    await db.close();
    await place.remove();
  });

  it('index every column whose rows go with those that they refer to', async () => {
    const place = await engine.createEmptyPlace();
    const db = await place.open();
    const indexed = new Set(await namesOf(db, FIRST_INDEXED_COLUMNS[db.engine]));
    const cascading = await namesOf(db, CASCADING_COLUMNS[db.engine]);
    expect(cascading).toContain('inbox_entries.message_id');
    expect(cascading.filter((name) => !indexed.has(name))).toEqual([]);
    await db.close();
    await place.remove();
  });

  it('have ids in their order, and names of their own', () => {
    const ids = migrations.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b));
    expect(new Set(migrations.map(({ name }) => name)).size).toBe(migrations.length);
  });
});
