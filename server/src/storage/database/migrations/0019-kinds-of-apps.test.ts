import { describe, expect, it } from 'vitest';

import { testEngines } from '../../../testing/testEngines.ts';
import { kindsOfApps } from './0019-kinds-of-apps.ts';

describe.each(testEngines())('the migration of server keys ($name)', (engine) => {
  it('makes those that were issued for mini-apps keys of these, and leaves those of host apps alone', async () => {
    const place = await engine.createEmptyPlace();
    const db = await place.open();
    await db.run(
      `INSERT INTO mini_programs (app_id, name, latest_version, latest_order, created_at, updated_at)
        VALUES ('com.acme.orders', 'Orders', '1.0.0', '1', 10, 10)`,
    );
    const keys = [
      { id: 'before', apps: ['com.acme.orders'], at: 5 },
      { id: 'both', apps: ['com.acme.host', 'com.acme.orders'], at: 20 },
      { id: 'host', apps: ['com.acme.host'], at: 20 },
      { id: 'later', apps: ['com.acme.orders'], at: 20 },
    ];
    for (const { id, apps, at } of keys) {
      await db.run(
        `INSERT INTO server_keys (id, name, secret_hash, scopes, apps, created_at)
          VALUES (?, 'x', '', '[]', ?, ?)`,
        id,
        JSON.stringify(apps),
        at,
      );
    }
    await db.transaction(async (tx) => kindsOfApps.fill?.(tx));
    const [host, orders] = ['["com.acme.host"]', '["com.acme.orders"]'];
    expect(await db.all('SELECT id, apps, mini_apps FROM server_keys ORDER BY id')).toEqual([
      { id: 'before', apps: orders, mini_apps: null },
      { id: 'both', apps: null, mini_apps: orders },
      { id: 'host', apps: host, mini_apps: null },
      { id: 'later', apps: null, mini_apps: orders },
    ]);
    await db.close();
    await place.remove();
  });
});
