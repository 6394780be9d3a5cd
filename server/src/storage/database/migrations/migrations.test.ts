import { describe, expect, it } from 'vitest';

import { testEngines } from '../../../testing/testEngines.ts';
import { migrations } from './migrations.ts';

describe.each(testEngines())('migrations ($name)', (engine) => {
  it('bring a database of the first release up to date, and keep what is in it', async () => {
    const place = await engine.createPlace();
    const old = await place.open();
    await old.run('DROP TABLE publisher_keys');
    await old.run('DELETE FROM schema_migrations WHERE id > 1');
    await old.run(
      `INSERT INTO mini_programs (app_id, name, latest_version, latest_order, created_at, updated_at)
        VALUES ('com.acme.orders', 'Orders', '1.0.0', '1', 1, 1)`,
    );
    await old.close();

    const db = await place.open();
    expect(await db.all('SELECT * FROM publisher_keys')).toEqual([]);
    expect(await db.all('SELECT app_id FROM mini_programs')).toHaveLength(1);
    expect(await db.all('SELECT id FROM schema_migrations')).toHaveLength(migrations.length);
    await db.close();
    await place.remove();
  });

  it('have ids in their order, and names of their own', () => {
    expect(migrations.map(({ id }) => id)).toEqual(migrations.map((_, index) => index + 1));
    expect(new Set(migrations.map(({ name }) => name)).size).toBe(migrations.length);
  });
});
