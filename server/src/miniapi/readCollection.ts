import { LIMITS } from '@host/contracts';

import { decodeCursor } from '../http/cursor.ts';
import { pageLimit, toPage } from '../http/page.ts';
import type { Queries } from '../storage/database/Database.types.ts';
import { listDocuments } from './collectionRows.ts';

/** All documents of a collection as one JSON array. */
export async function wholeCollection(
  db: Queries,
  appId: string,
  collection: string,
): Promise<string> {
  const limit = LIMITS.documentsPerCollection;
  return jsonArray(await listDocuments(db, appId, collection, { after: 0, limit }));
}

/** Some documents of a collection as a JSON array, and the cursor of the next ones. */
export async function pageOfCollection(
  db: Queries,
  appId: string,
  collection: string,
  query: { limit?: string | undefined; cursor?: string | undefined },
): Promise<{ body: string; nextCursor: string | undefined }> {
  const limit = pageLimit(query);
  const [after] = decodeCursor(query.cursor, [0]);
  const rows = await listDocuments(db, appId, collection, { after, limit: limit + 1 });
  const { items, nextCursor } = toPage(
    rows,
    limit,
    (row) => row,
    (row) => [row.position],
  );
  return { body: jsonArray(items), nextCursor };
}

// Documents are kept as JSON text: putting them side by side costs less than reading and writing them again.
function jsonArray(rows: readonly { body: string }[]): string {
  return `[${rows.map(({ body }) => body).join(',')}]`;
}
