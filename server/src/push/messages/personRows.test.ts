import { describe, expect, it } from 'vitest';

import { openTestDatabase } from '../../testing/testDatabase.ts';
import { testEngines } from '../../testing/testEngines.ts';
import { deleteTopic } from './personRows.ts';

describe.each(testEngines())('a topic that is deleted ($name)', (engine) => {
  it('has its messages deleted and its name taken out of conditions, and no topic whose name begins like it', async () => {
    const { db, release } = await openTestDatabase({ engine });
    const put = (id: number, topic: string | null, condition: string | null) =>
      db.run(
        `INSERT INTO push_messages
            (id, sender, topic, condition, payload, has_notification, state, created_at, send_at, expires_at)
          VALUES (?, 'key', ?, ?, '{}', 1, 'sent', 1, 1, 9)`,
        id,
        topic,
        condition,
      );
    await put(1, 'user_1', null);
    await put(2, 'user_12', null);
    await put(3, null, `'user_1' in topics || !('user_12' in topics)`);
    await put(4, null, `'user_12' in topics`);
    await db.transaction((tx) => deleteTopic(tx, 'user_1', 'user_deleted'));
    expect(await db.all('SELECT id, topic, condition FROM push_messages ORDER BY id')).toEqual([
      { id: 2, topic: 'user_12', condition: null },
      { id: 3, topic: null, condition: `'user_deleted' in topics || !('user_12' in topics)` },
      { id: 4, topic: null, condition: `'user_12' in topics` },
    ]);
    await release();
  });
});
