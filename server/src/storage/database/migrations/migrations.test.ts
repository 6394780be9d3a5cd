import { describe, expect, it } from 'vitest';

import { testEngines } from '../../../testing/testEngines.ts';
import { migrations } from './migrations.ts';

/** What was not in the first release; referring tables before those that they refer to. */
const TABLES_OF_LATER_RELEASES = [
  'report_failures',
  'report_installs',
  'report_periods',
  'report_days',
  'analytics_seen',
  'analytics_counts',
  'documents',
  'collections',
  'mini_app_paths',
  'inbox_entries',
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

const COLUMNS_OF_LATER_RELEASES = [
  ['mini_programs', 'isolation'],
  ['mini_programs', 'upstream'],
  ['versions', 'paused_because'],
];

describe.each(testEngines())('migrations ($name)', (engine) => {
  it('bring a database of the first release up to date, and keep what is in it', async () => {
    const place = await engine.createPlace();
    const old = await place.open();
    for (const table of TABLES_OF_LATER_RELEASES) await old.run(`DROP TABLE ${table}`);
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

  it('have ids in their order, and names of their own', () => {
    expect(migrations.map(({ id }) => id)).toEqual(migrations.map((_, index) => index + 1));
    expect(new Set(migrations.map(({ name }) => name)).size).toBe(migrations.length);
  });
});
