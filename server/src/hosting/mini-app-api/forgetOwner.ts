import type { Database } from '../../storage/database/Database.types.ts';
import { measureCollection } from './collectionRows.ts';

/** Deletes the documents of a person who is gone, in every mini-app that knew them. */
export async function forgetOwner(
  db: Database,
  openIdIn: (appId: string) => string,
): Promise<void> {
  const apps = await db.all<{ app_id: string }>(
    'SELECT DISTINCT app_id FROM documents WHERE owner IS NOT NULL ORDER BY app_id',
  );
  for (const { app_id: appId } of apps) {
    await db.transaction(async (tx) => {
      const owner = openIdIn(appId);
      const collections = await tx.all<{ collection: string }>(
        'SELECT DISTINCT collection FROM documents WHERE app_id = ? AND owner = ?',
        appId,
        owner,
      );
      await tx.run('DELETE FROM documents WHERE app_id = ? AND owner = ?', appId, owner);
      for (const { collection } of collections) {
        await measureCollection(tx, appId, collection, Date.now());
      }
    });
  }
}
