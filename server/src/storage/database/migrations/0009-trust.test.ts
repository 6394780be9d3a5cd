import { describe, expect, it } from 'vitest';

import { testEngines } from '../../../testing/testEngines.ts';
import type { Database } from '../Database.types.ts';
import { postgresDialect } from '../postgres/postgresDialect.ts';
import { sqliteDialect } from '../sqlite/sqliteDialect.ts';
import { trust } from './0009-trust.ts';

/** What this migration adds; the table that nothing else uses yet, first. */
const ADDED = [
  'allowed_names',
  'names',
  'publisher_trust_apps',
  'publisher_trust',
  'version_trust',
  'app_owners',
  'publishers',
];

async function goBack(db: Database): Promise<void> {
  for (const table of ADDED) await db.run(`DROP TABLE ${table}`);
  await db.run('ALTER TABLE tokens DROP COLUMN publisher_id');
  await db.run('ALTER TABLE mini_programs DROP COLUMN framed');
  await db.run('ALTER TABLE mini_programs DROP COLUMN suspended_by_operator');
  await db.run(`ALTER TABLE mini_programs ADD COLUMN isolation TEXT NOT NULL DEFAULT 'frame'`);
}

async function insertVersion(db: Database, appId: string, version: string, at: number) {
  await db.run(
    `INSERT INTO versions (app_id, version, version_order, registration, platforms, shared, verified,
        status, percentage, cohorts, created_at, updated_at)
      VALUES (?, ?, ?, '{}', '{}', '{}', 1, 'released', 0, '[]', ?, ?)`,
    appId,
    version,
    version,
    at,
    at,
  );
}

async function insertAudit(db: Database, actor: string, action: string, target: string, at = 50) {
  await db.run(
    `INSERT INTO audit_log (at, actor, action, target, address, request_id, details)
      VALUES (?, ?, ?, ?, '', '', '{}')`,
    at,
    actor,
    action,
    target,
  );
}

describe.each(testEngines())('the migration to trust ($name)', (engine) => {
  it('keeps what the root token let run in a realm, and asks again for everything else', async () => {
    const place = await engine.createEmptyPlace();
    const db = await place.open();
    await goBack(db);
    const apps = { rooted: 'realm', own: 'realm', unknown: 'realm', framed: 'frame' };
    for (const [name, isolation] of Object.entries(apps)) {
      const appId = `com.acme.${name}`;
      await db.run(
        `INSERT INTO mini_programs (app_id, name, latest_version, latest_order, created_at, updated_at, isolation)
          VALUES (?, 'Orders', '1.0.0', '1', 1, 1, ?)`,
        appId,
        isolation,
      );
      await insertVersion(db, appId, '1.0.0', 10);
    }
    await insertAudit(db, 'root', 'mini-program.isolation', 'com.acme.rooted');
    await insertVersion(db, 'com.acme.rooted', '1.1.0', 60);
    await insertVersion(db, 'com.acme.rooted', '1.2.0', 60);
    await insertAudit(db, 'root', 'version.register', 'com.acme.rooted@1.2.0');
    await insertAudit(db, 'root', 'mini-program.isolation', 'com.acme.own');
    await insertAudit(db, 'a-token', 'mini-program.isolation', 'com.acme.own');

    const dialect = { sqlite: sqliteDialect, postgres: postgresDialect }[db.engine];
    await db.transaction(async (tx) => {
      for (const statement of trust.statements(dialect)) await tx.run(statement);
      await trust.fill?.(tx);
    });

    const kept = await db.all<{ app_id: string; version: string; state: string; actor: string }>(
      'SELECT app_id, version, state, actor FROM version_trust ORDER BY app_id, version',
    );
    expect(kept.map(({ app_id, version, ...row }) => [app_id.slice(9), version, row])).toEqual([
      ['own', '1.0.0', { state: 'lapsed', actor: 'a-token' }],
      ['rooted', '1.0.0', { state: 'trusted', actor: 'root' }],
      ['rooted', '1.1.0', { state: 'lapsed', actor: 'root' }],
      ['rooted', '1.2.0', { state: 'trusted', actor: 'root' }],
      ['unknown', '1.0.0', { state: 'lapsed', actor: 'unknown' }],
    ]);
    expect(
      await db.all(`SELECT target FROM audit_log WHERE action = 'trust.lapse' ORDER BY target`),
    ).toEqual(
      ['own@1.0.0', 'rooted@1.1.0', 'unknown@1.0.0'].map((name) => ({
        target: `com.acme.${name}`,
      })),
    );
    expect(await db.all('SELECT app_id FROM app_owners')).toHaveLength(4);
    // All of them are called Orders: the first has the name, and nobody loses it.
    expect(await db.all('SELECT * FROM names')).toEqual([
      { name_key: 'orders', holder: 'app:com.acme.framed' },
    ]);
    expect(await db.all('SELECT app_id FROM allowed_names')).toHaveLength(4);
    await db.close();
    await place.remove();
  });
});
