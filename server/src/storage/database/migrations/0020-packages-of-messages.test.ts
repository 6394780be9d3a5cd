import { describe, expect, it } from 'vitest';

import { testEngines } from '../../../testing/testEngines.ts';
import { packagesOfMessages } from './0020-packages-of-messages.ts';

describe.each(testEngines())('the migration of messages for one package ($name)', (engine) => {
  it('reads the package from each payload, and not from what its data calls so', async () => {
    const place = await engine.createEmptyPlace();
    const db = await place.open();
    const payloads = [
      { priority: 'normal', restrictedPackageName: 'com.acme.host' },
      { priority: 'normal', data: { restrictedPackageName: 'com.other' } },
      {
        priority: 'normal',
        data: { restrictedPackageName: 'x' },
        restrictedPackageName: 'com.acme',
      },
      { priority: 'normal' },
    ];
    for (const [index, payload] of payloads.entries()) {
      await db.run(
        `INSERT INTO push_messages (id, sender, payload, has_notification, state, created_at, send_at, expires_at)
          VALUES (?, 's', ?, 0, 'stored', 1, 1, 1)`,
        index + 1,
        JSON.stringify(payload),
      );
    }
    await db.transaction(async (tx) => packagesOfMessages.fill?.(tx));
    expect(await db.all('SELECT package_name FROM push_messages ORDER BY id')).toEqual([
      { package_name: 'com.acme.host' },
      { package_name: null },
      { package_name: 'com.acme' },
      { package_name: null },
    ]);
    await db.close();
    await place.remove();
  });
});
