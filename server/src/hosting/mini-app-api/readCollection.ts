import { LIMITS } from '@host/contracts';

import { decodeCursor, unknownCursor } from '../../http/lists/cursor.ts';
import { pageLimit, toPage } from '../../http/lists/page.ts';
import type { Queries } from '../../storage/database/Database.types.ts';
import { type Reader, listDocuments } from './collectionRows.ts';

/** All documents of a collection that a reader may see, as one JSON array. */
export async function wholeCollection(
  db: Queries,
  appId: string,
  collection: string,
  reader: Reader,
): Promise<string> {
  const limit = LIMITS.documentsPerCollection;
  return jsonArray((await listDocuments(db, appId, collection, reader, { limit })) ?? []);
}

/** Some documents of a collection as a JSON array, and the cursor of the next ones. */
export async function pageOfCollection(
  db: Queries,
  appId: string,
  collection: string,
  reader: Reader,
  query: { limit?: string | undefined; cursor?: string | undefined },
): Promise<{ body: string; nextCursor: string | undefined }> {
  const limit = pageLimit(query);
  // The cursor names a document and not an offset, which would reveal how many invisible documents are in between.
  const after = query.cursor === undefined ? undefined : decodeCursor(query.cursor, [''])[0];
  const page = { after, limit: limit + 1 };
  const rows = await listDocuments(db, appId, collection, reader, page);
  if (!rows) throw unknownCursor('start again without a cursor');
  const { items, nextCursor } = toPage(
    rows,
    limit,
    (row) => row,
    (row) => [row.id],
  );
  return { body: jsonArray(items), nextCursor };
}

// Documents are stored as JSON text: joining them is cheaper than parsing and serializing them again.
function jsonArray(rows: readonly { body: string }[]): string {
  return `[${rows.map(({ body }) => body).join(',')}]`;
}
