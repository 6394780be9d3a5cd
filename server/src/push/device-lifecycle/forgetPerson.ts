import { forgetOpenIds } from '../../people/open-ids/openIdRows.ts';
import type { Database } from '../../storage/database/Database.types.ts';
import { deleteInbox } from '../inbox/inboxRows.ts';
import { deletePersonal } from '../messages/personRows.ts';
import { removeDevicesOfPerson } from './removeDevicesOfPerson.ts';

/** Deletes everything that the gateway holds of a person whose account was deleted. */
export function forgetPerson(db: Database, personId: string): Promise<void> {
  return db.transaction(async (tx) => {
    // Devices first: one that is handed over concurrently still collects the inbox.
    await removeDevicesOfPerson(tx, personId);
    await deletePersonal(tx, personId);
    await forgetOpenIds(tx, personId);
    await deleteInbox(tx, personId);
  });
}
