import { type CatalogEntry, type CatalogQuery, inLanguage } from '@host/contracts';

import { decodeCursor, encodeCursor } from '../../http/lists/cursor.ts';
import { pageLimit } from '../../http/lists/page.ts';
import type { Queries } from '../../storage/database/Database.types.ts';
import { listListed } from '../records/miniProgramRows.ts';
import type { Resolver } from './resolution/createResolver.ts';
import type { ReleasedVersion } from './resolution/ReleasedVersion.ts';

/**
 * A page of the catalog, with the version of each mini-app that this host would get. Mini-apps without a fitting version
 * are left out, so a page may read more rows than it shows, up to a limit.
 */
export async function readCatalog(
  db: Queries,
  resolver: Resolver,
  query: CatalogQuery,
): Promise<{ items: CatalogEntry[]; nextCursor?: string }> {
  const limit = pageLimit(query);
  const contains = query.q?.toLowerCase() ?? '';
  const asker = { ...query, cohorts: query.cohorts?.split(',') };
  const items: CatalogEntry[] = [];
  let [afterName, afterId] = decodeCursor(query.cursor, ['', '']);

  for (let round = 0; round < MAX_ROUNDS; round++) {
    const rows = await listListed(db, { afterName, afterId, contains, limit: limit + 1 });
    for (const row of rows) {
      if (items.length === limit) return { items, nextCursor: encodeCursor([afterName, afterId]) };
      [afterName, afterId] = [row.listed_name, row.app_id];
      const state = await resolver.stateOf(row.app_id);
      const choice = state?.plan.choose(asker);
      if (choice?.kind === 'version') items.push(toEntry(choice.candidate, query.language));
    }
    if (rows.length <= limit) return { items };
  }
  return { items, nextCursor: encodeCursor([afterName, afterId]) };
}

const MAX_ROUNDS = 10;

function toEntry(
  { registration, isolation, publisher }: ReleasedVersion,
  language: string | undefined,
): CatalogEntry {
  const { appId, version, icon, permissions, minHostVersion } = registration;
  return {
    appId,
    version,
    ...inLanguage(registration, language),
    ...(icon && { icon }),
    ...(publisher && { publisher }),
    permissions,
    isolation,
    minHostVersion,
  };
}
