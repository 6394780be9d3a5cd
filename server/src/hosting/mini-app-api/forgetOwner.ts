import type { Database } from '../../storage/database/Database.types.ts';
import { deleteDocumentsOf, listAppsWithOwners, measureCollection } from './collectionRows.ts';

/** Deletes the documents of a person whose account was deleted, in every mini-app that knew them. */
export async function forgetOwner(
  db: Database,
  openIdIn: (appId: string) => string,
): Promise<void> {
  for (const appId of await listAppsWithOwners(db)) {
    await db.transaction(async (tx) => {
      for (const collection of await deleteDocumentsOf(tx, appId, openIdIn(appId))) {
        await measureCollection(tx, appId, collection, Date.now());
      }
    });
  }
}
