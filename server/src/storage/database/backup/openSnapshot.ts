import type { Snapshot } from './Snapshot.types.ts';
import { openPostgresSnapshot } from './openPostgresSnapshot.ts';
import { openSqliteSnapshot } from './openSqliteSnapshot.ts';

/** Opens a database as it is now, to be read by this process beside the servers that use it. */
export async function openSnapshot(
  location: { url: string } | { path: string },
): Promise<Snapshot> {
  return 'url' in location ? openPostgresSnapshot(location.url) : openSqliteSnapshot(location.path);
}
