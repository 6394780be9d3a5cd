import type { MappingFailure } from '@host/contracts';

import type { Database, Queries } from '../../../../storage/database/Database.types.ts';

/** An archive of source maps. */
export interface StoredMaps {
  size: number;
  sha256: string;
  /** Why they could not be read at the last attempt. */
  failure: { why: MappingFailure; at: number } | undefined;
}

export async function findMaps(db: Queries, key: string): Promise<StoredMaps | undefined> {
  const row = await db.get<{
    size: number;
    sha256: string;
    unreadable: MappingFailure | null;
    unreadable_at: number | null;
  }>('SELECT size, sha256, unreadable, unreadable_at FROM artifacts WHERE object_key = ?', key);
  if (!row) return undefined;
  const { size, sha256, unreadable: why, unreadable_at: at } = row;
  return { size, sha256, failure: why === null || at === null ? undefined : { why, at } };
}

/** Records a failure for all nodes, unless other maps were uploaded meanwhile. */
export async function rememberFailure(
  db: Database,
  { key, sha256 }: { key: string; sha256: string },
  why: MappingFailure,
  now: number,
): Promise<void> {
  await db.transaction((tx) =>
    tx.run(
      'UPDATE artifacts SET unreadable = ?, unreadable_at = ? WHERE object_key = ? AND sha256 = ?',
      why,
      now,
      key,
      sha256,
    ),
  );
}
