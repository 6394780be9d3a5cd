import type { Queries } from '../../storage/database/Database.types.ts';
import { readPages } from './readPages.ts';

/** The ids of everybody who has answered a consent request of a mini-app. */
export async function* peopleWhoAnswered(db: Queries, appId: string): AsyncGenerator<string> {
  const sql = 'SELECT DISTINCT person_id FROM consents WHERE app_id = ? ORDER BY person_id';
  for await (const row of readPages(db, sql, appId)) yield String(row['person_id']);
}

/** The ids of everybody who has an account. */
export async function* peopleWithAccounts(db: Queries): AsyncGenerator<string> {
  for await (const row of readPages(db, 'SELECT id FROM accounts ORDER BY id')) {
    yield String(row['id']);
  }
}

/** Whether the server has data of a person other than an account. */
export async function hasOtherData(db: Queries, personId: string): Promise<boolean> {
  const found = await db.get(
    `SELECT person_id FROM consents WHERE person_id = ?
      UNION SELECT person_id FROM inboxes WHERE person_id = ?
      UNION SELECT person_id FROM devices WHERE person_id = ? LIMIT 1`,
    personId,
    personId,
    personId,
  );
  return found !== undefined;
}
