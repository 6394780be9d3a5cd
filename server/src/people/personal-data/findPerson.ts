import type { PersonQuery } from '@host/contracts';

import type { Queries } from '../../storage/database/Database.types.ts';
import { findAccount, findAccountByEmail } from '../records/accountRows.ts';
import { readPages } from './readPages.ts';

/**
 * The id of the person that an operator asks for: by id, e-mail address, or `openId`. An `openId` cannot be reversed, so
 * everybody is tried, those who answered that mini-app first.
 */
export async function findPerson(
  db: Queries,
  query: PersonQuery,
  openIdOf: (personId: string, appId: string) => string,
): Promise<string | undefined> {
  if (query.email !== undefined) return (await findAccountByEmail(db, query.email))?.id;
  const { id, openId, appId } = query;
  if (id !== undefined) return (await isKnown(db, id)) ? id : undefined;
  const candidates = [
    readPages(
      db,
      'SELECT DISTINCT person_id AS id FROM consents WHERE app_id = ? ORDER BY person_id',
      appId!,
    ),
    readPages(db, 'SELECT id FROM accounts ORDER BY id'),
  ];
  for (const people of candidates) {
    for await (const person of people) {
      if (openIdOf(String(person['id']), appId!) === openId) return String(person['id']);
    }
  }
  return undefined;
}

/** People of another identity provider have no account here, but may have other data. */
async function isKnown(db: Queries, id: string): Promise<boolean> {
  if (await findAccount(db, id)) return true;
  const traces = await db.get(
    `SELECT person_id FROM consents WHERE person_id = ?
      UNION SELECT person_id FROM inboxes WHERE person_id = ?
      UNION SELECT person_id FROM devices WHERE person_id = ? LIMIT 1`,
    id,
    id,
    id,
  );
  return traces !== undefined;
}
