import type { Database, Transaction } from '../../storage/database/Database.types.ts';
import { deleteMailsOfAccount } from '../mail/mailRows.ts';
import { deleteAccount } from '../records/accountRows.ts';
import { deletePendingOfAccount } from '../records/pendingRows.ts';
import type { PersonDeletions } from './PersonDeletions.ts';

/**
 * Deletes a person's account in a transaction, with everything that is found by their address, and records that the other
 * parts of the server have to delete their data. To be followed by `deletions.finish` after the commit. False if there was
 * no account, as with another identity provider.
 */
export async function deletePersonIn(
  tx: Transaction,
  deletions: PersonDeletions,
  personId: string,
): Promise<boolean> {
  await deleteMailsOfAccount(tx, personId);
  await deletePendingOfAccount(tx, personId);
  const wasThere = await deleteAccount(tx, personId);
  await deletions.note(tx, personId, Date.now());
  return wasThere;
}

/** Deletes a person: nothing that the server stores identifies them afterwards. */
export async function deletePerson(
  db: Database,
  deletions: PersonDeletions,
  personId: string,
): Promise<void> {
  await db.transaction((tx) => deletePersonIn(tx, deletions, personId));
  await deletions.finish(personId);
}
