import type { Snapshot } from './Snapshot.types.ts';
import { openPostgresSnapshot } from './openPostgresSnapshot.ts';
import { openSqliteSnapshot } from './openSqliteSnapshot.ts';

/** Opens a snapshot of a database, which this process can read while servers use it. */
export async function openSnapshot(
  location: { url: string } | { path: string },
): Promise<Snapshot> {
  return 'url' in location ? openPostgresSnapshot(location.url) : openSqliteSnapshot(location.path);
}
