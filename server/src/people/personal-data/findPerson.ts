import type { PersonQuery } from '@host/contracts';

import type { Queries } from '../../storage/database/Database.types.ts';
import { findAccount, findAccountByEmail } from '../records/accountRows.ts';
import { hasOtherData, peopleWhoAnswered, peopleWithAccounts } from './personRows.ts';

/**
 * Finds the id of a person by id, e-mail address, or `openId`. An `openId` cannot be reversed, so everybody is tried,
 * those who have answered a consent request of that mini-app first.
 */
export async function findPerson(
  db: Queries,
  query: PersonQuery,
  openIdOf: (personId: string, appId: string) => string,
): Promise<string | undefined> {
  if (query.email !== undefined) return (await findAccountByEmail(db, query.email))?.id;
  const { id, openId, appId } = query;
  if (id !== undefined) return (await isKnown(db, id)) ? id : undefined;
  const candidates = [peopleWhoAnswered(db, appId!), peopleWithAccounts(db)];
  for (const people of candidates) {
    for await (const personId of people) {
      if (openIdOf(personId, appId!) === openId) return personId;
    }
  }
  return undefined;
}

/** People of another identity provider have no account here, but may have other data. */
async function isKnown(db: Queries, id: string): Promise<boolean> {
  return (await findAccount(db, id)) !== undefined || hasOtherData(db, id);
}
