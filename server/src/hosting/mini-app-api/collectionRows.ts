import type { CollectionDocument, CollectionInfo, DocumentOwners } from '@host/contracts';

import type { Queries } from '../../storage/database/Database.types.ts';

export interface CollectionRow {
  app_id: string;
  name: string;
  is_private: number;
  documents: number;
  bytes: number;
  updated_at: number;
}

/** A document as it is stored: JSON text that is sent as it is. */
export interface DocumentRow {
  id: string;
  body: string;
}

/** Who reads: a person by their openId, anybody (null), or an operator, who may see everything. */
export type Reader = { openId: string | null } | 'operator';

// Applied before LIMIT, so that invisible documents cannot be inferred from the size of a page.
const VISIBLE = '(owner IS NULL OR owner = ? OR 1 = ?)';
const visibleTo = (reader: Reader): [string, number] =>
  reader === 'operator' ? ['', 1] : [reader.openId ?? '', 0];

export function findCollection(
  db: Queries,
  appId: string,
  name: string,
): Promise<CollectionRow | undefined> {
  return db.get<CollectionRow>(
    'SELECT * FROM collections WHERE app_id = ? AND name = ?',
    appId,
    name,
  );
}

export function listCollections(db: Queries, appId: string): Promise<CollectionRow[]> {
  return db.all<CollectionRow>('SELECT * FROM collections WHERE app_id = ? ORDER BY name', appId);
}

/**
 * The documents of a collection that a reader may see, in their order: from the start, or after the last one of the
 * previous page. Undefined when that one does not exist for this reader.
 */
export async function listDocuments(
  db: Queries,
  appId: string,
  name: string,
  reader: Reader,
  page: { after?: string | undefined; limit: number },
): Promise<DocumentRow[] | undefined> {
  const visible = visibleTo(reader);
  let after = 0;
  if (page.after !== undefined) {
    const last = await db.get<{ position: number }>(
      `SELECT position FROM documents WHERE app_id = ? AND collection = ? AND id = ? AND ${VISIBLE}`,
      appId,
      name,
      page.after,
      ...visible,
    );
    if (!last) return undefined;
    after = last.position;
  }
  return db.all<DocumentRow>(
    `SELECT id, body FROM documents WHERE app_id = ? AND collection = ? AND position > ? AND ${VISIBLE}
      ORDER BY position LIMIT ?`,
    appId,
    name,
    after,
    ...visible,
    page.limit,
  );
}

export function findDocument(
  db: Queries,
  appId: string,
  name: string,
  reader: Reader,
  id: string,
): Promise<DocumentRow | undefined> {
  return db.get<DocumentRow>(
    `SELECT id, body FROM documents WHERE app_id = ? AND collection = ? AND id = ? AND ${VISIBLE}`,
    appId,
    name,
    id,
    ...visibleTo(reader),
  );
}

/** The owners of a collection's documents, by document id. */
export async function listOwners(
  db: Queries,
  appId: string,
  name: string,
): Promise<DocumentOwners> {
  const rows = await db.all<{ id: string; owner: string }>(
    `SELECT id, owner FROM documents WHERE app_id = ? AND collection = ? AND owner IS NOT NULL
      ORDER BY position`,
    appId,
    name,
  );
  return Object.fromEntries(rows.map(({ id, owner }) => [id, owner]));
}

export async function putCollection(
  tx: Queries,
  appId: string,
  name: string,
  isPrivate: boolean,
  now: number,
): Promise<void> {
  await tx.run(
    `INSERT INTO collections (app_id, name, is_private, documents, bytes, updated_at) VALUES (?, ?, ?, 0, 0, ?)
      ON CONFLICT (app_id, name) DO UPDATE SET is_private = excluded.is_private, updated_at = excluded.updated_at`,
    appId,
    name,
    isPrivate ? 1 : 0,
    now,
  );
}

/** Replaces a document in place, or appends it. Unless an owner is given, it keeps the previous one. True when new. */
export async function putDocument(
  tx: Queries,
  appId: string,
  name: string,
  document: CollectionDocument,
  owner: string | null | undefined,
): Promise<boolean> {
  const body = JSON.stringify(document);
  const bytes = Buffer.byteLength(body);
  const changed = await tx.run(
    `UPDATE documents SET body = ?, bytes = ?, owner = CASE WHEN ? = 1 THEN owner ELSE ? END
      WHERE app_id = ? AND collection = ? AND id = ?`,
    body,
    bytes,
    owner === undefined ? 1 : 0,
    owner ?? null,
    appId,
    name,
    document.id,
  );
  if (changed > 0) return false;
  await tx.run(
    `INSERT INTO documents (app_id, collection, id, position, body, bytes, owner)
      SELECT ?, ?, ?, COALESCE(MAX(position), 0) + 1, ?, ?, ? FROM documents
        WHERE app_id = ? AND collection = ?`,
    appId,
    name,
    document.id,
    body,
    bytes,
    owner ?? null,
    appId,
    name,
  );
  return true;
}

export async function insertDocument(
  tx: Queries,
  appId: string,
  name: string,
  document: CollectionDocument,
  { position, owner }: { position: number; owner: string | undefined },
): Promise<void> {
  const body = JSON.stringify(document);
  await tx.run(
    `INSERT INTO documents (app_id, collection, id, position, body, bytes, owner)
      VALUES (?, ?, ?, ?, ?, ?, ?)`,
    appId,
    name,
    document.id,
    position,
    body,
    Buffer.byteLength(body),
    owner ?? null,
  );
}

/** Deletes a document; false if it does not exist. */
export async function deleteDocument(
  tx: Queries,
  appId: string,
  name: string,
  id: string,
): Promise<boolean> {
  const changed = await tx.run(
    'DELETE FROM documents WHERE app_id = ? AND collection = ? AND id = ?',
    appId,
    name,
    id,
  );
  return changed > 0;
}

export async function deleteDocuments(tx: Queries, appId: string, name: string): Promise<void> {
  await tx.run('DELETE FROM documents WHERE app_id = ? AND collection = ?', appId, name);
}

/** The mini-apps in which documents have owners. */
export async function listAppsWithOwners(db: Queries): Promise<string[]> {
  const rows = await db.all<{ app_id: string }>(
    'SELECT DISTINCT app_id FROM documents WHERE owner IS NOT NULL ORDER BY app_id',
  );
  return rows.map((row) => row.app_id);
}

/** Deletes the documents of an owner. Returns the collections that they were in. */
export async function deleteDocumentsOf(
  tx: Queries,
  appId: string,
  owner: string,
): Promise<string[]> {
  const rows = await tx.all<{ collection: string }>(
    'SELECT DISTINCT collection FROM documents WHERE app_id = ? AND owner = ?',
    appId,
    owner,
  );
  await tx.run('DELETE FROM documents WHERE app_id = ? AND owner = ?', appId, owner);
  return rows.map((row) => row.collection);
}

/** Deletes a collection; false if it does not exist. */
export async function deleteCollection(tx: Queries, appId: string, name: string): Promise<boolean> {
  await deleteDocuments(tx, appId, name);
  const changed = await tx.run(
    'DELETE FROM collections WHERE app_id = ? AND name = ?',
    appId,
    name,
  );
  return changed > 0;
}

/** Stores how many documents and bytes a collection holds now. */
export async function measureCollection(
  tx: Queries,
  appId: string,
  name: string,
  now: number,
): Promise<void> {
  const { documents, bytes } = (await tx.get<{ documents: number; bytes: number }>(
    `SELECT COUNT(*) AS documents, COALESCE(SUM(bytes), 0) AS bytes FROM documents
      WHERE app_id = ? AND collection = ?`,
    appId,
    name,
  ))!;
  await tx.run(
    'UPDATE collections SET documents = ?, bytes = ?, updated_at = ? WHERE app_id = ? AND name = ?',
    documents,
    bytes,
    now,
    appId,
    name,
  );
}

export function toCollectionInfo(row: CollectionRow, path: string | null): CollectionInfo {
  return {
    name: row.name,
    ...(path !== null && { path: `/${path}/${row.name}` }),
    private: row.is_private === 1,
    documents: row.documents,
    bytes: row.bytes,
    updatedAt: new Date(row.updated_at).toISOString(),
  };
}
