import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createAdminTokens } from '../../operations/identity/adminTokens.ts';
import type { Database } from '../../storage/database/Database.types.ts';
import { openTestDatabase } from '../../testing/testDatabase.ts';
import { testEngines } from '../../testing/testEngines.ts';
import { Senders } from './Senders.ts';
import { revokeServerKey } from './serverKeyRows.ts';
import { SERVER_KEY_CHANGE, issueServerKey } from './serverKeys.ts';

describe.each(testEngines())('senders ($name)', (engine) => {
  let db: Database;
  let release: () => Promise<void>;
  beforeAll(async () => void ({ db, release } = await openTestDatabase({ engine })));
  afterAll(() => release());

  it('whose key is revoked while it is looked up are not remembered', async () => {
    const { id, key } = await issueServerKey(db, { name: 'Shop', scopes: ['send'] }, Date.now());
    // The row is read before the revocation is heard, and arrives after it.
    let hasRead!: () => void;
    const isRead = new Promise<void>((resolve) => (hasRead = resolve));
    let arrive!: () => void;
    const arrival = new Promise<void>((resolve) => (arrive = resolve));
    const slow: Database = {
      ...db,
      get: async (sql, ...parameters) => {
        const row = await db.get(sql, ...parameters);
        hasRead();
        await arrival;
        return row as never;
      },
    };
    const senders = new Senders(slow, [], createAdminTokens(db, []));
    try {
      const looking = senders.authenticate(`key=${key}`);
      await isRead;
      await db.transaction(async (tx) => {
        await revokeServerKey(tx, id, Date.now());
        await tx.notify({ topic: SERVER_KEY_CHANGE, key: id });
      });
      arrive();
      await looking;
      expect(senders.remembered(`key=${key}`)).toBeUndefined();
      expect(await senders.authenticate(`key=${key}`)).toBeUndefined();
    } finally {
      senders.close();
    }
  });
});
