import type { Queries } from '../Database.types.ts';
import type { Migration } from './Migration.types.ts';

/**
 * A server key is either for host apps or for mini-apps, which is fixed when it is issued. Before this, an id in `apps` became
 * that of a mini-app as soon as anybody registered one under it. Ids that were mini-apps when the key was issued were meant
 * as such; those that became mini-apps later were not.
 */
export const kindsOfApps: Migration = {
  id: 19,
  name: 'kinds-of-apps',
  statements: () => [],
  async fill(tx) {
    const keys = await tx.all<{ id: string; apps: string; created_at: number }>(
      'SELECT id, apps, created_at FROM server_keys WHERE apps IS NOT NULL AND mini_apps IS NULL',
    );
    for (const key of keys) {
      const apps = JSON.parse(key.apps) as string[];
      const miniApps: string[] = [];
      for (const id of apps) if (await wasMiniApp(tx, id, key.created_at)) miniApps.push(id);
      if (miniApps.length === 0) continue;
      // A key for both sent everything in the name of a mini-app. It keeps only what cannot be used to impersonate somebody else.
      await tx.run(
        'UPDATE server_keys SET apps = NULL, mini_apps = ? WHERE id = ?',
        JSON.stringify(miniApps),
        key.id,
      );
    }
  },
};

async function wasMiniApp(tx: Queries, appId: string, at: number): Promise<boolean> {
  return (
    (await tx.get(
      'SELECT 1 AS found FROM mini_programs WHERE app_id = ? AND created_at <= ?',
      appId,
      at,
    )) !== undefined
  );
}
