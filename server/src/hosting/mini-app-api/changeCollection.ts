import { isDeepStrictEqual } from 'node:util';

import {
  type AuditChange,
  type CollectionDocument,
  type CollectionRequest,
  type DocumentQuery,
  type DocumentsRequest,
  LIMITS,
} from '@host/contracts';

import { ApiError } from '../../errors/ApiError.ts';
import type { Answer } from '../../operations/actions/AdminActions.ts';
import { changeOf } from '../../operations/audit/changeOf.ts';
import type { Transaction } from '../../storage/database/Database.types.ts';
import { findMiniProgram } from '../records/miniProgramRows.ts';
import { requireMiniProgram } from '../registry/changeVersion.ts';
import {
  type CollectionRow,
  deleteCollection,
  deleteDocument,
  deleteDocuments,
  findCollection,
  findDocument,
  insertDocument,
  listCollections,
  listDocuments,
  listOwners,
  measureCollection,
  putCollection,
  putDocument,
  toCollectionInfo,
} from './collectionRows.ts';

interface Place {
  appId: string;
  collection: string;
}

/** Replaces all documents of a collection; creates the collection if it does not exist. */
export async function replaceCollection(
  tx: Transaction,
  { appId, collection }: Place,
  request: CollectionRequest,
): Promise<Answer> {
  const now = Date.now();
  await requireMiniProgram(tx, appId, now);
  const before = await findCollection(tx, appId, collection);
  if (before && request.onlyNew) {
    throw new ApiError('collection-exists', `${appId} has a collection ${collection} already.`);
  }
  if (!before) await requireRoomForCollection(tx, appId);
  const isPrivate = request.private ?? before?.is_private === 1;
  const owners = new Map(
    Object.entries(request.owners ?? (await listOwners(tx, appId, collection))),
  );
  await putCollection(tx, appId, collection, isPrivate, now);
  await deleteDocuments(tx, appId, collection);
  for (const [index, document] of request.documents.entries()) {
    const owner = owners.get(document.id);
    await insertDocument(tx, appId, collection, document, { position: index + 1, owner });
  }
  await requirePrivateOwners(tx, appId, collection);
  const row = await finish(tx, appId, collection, now);
  return {
    ...(await infoAnswer(tx, row, before ? 200 : 201)),
    details: { documents: row.documents, private: isPrivate },
    change: changeOf(before && measureOf(before), measureOf(row)),
  };
}

/** Sets who may read a collection. */
export async function changeAccess(
  tx: Transaction,
  { appId, collection }: Place,
  isPrivate: boolean,
): Promise<Answer> {
  const now = Date.now();
  await requireMiniProgram(tx, appId, now);
  const before = await requireCollection(tx, appId, collection);
  await putCollection(tx, appId, collection, isPrivate, now);
  await requirePrivateOwners(tx, appId, collection);
  const row = await requireCollection(tx, appId, collection);
  const change = changeOf(measureOf(before), measureOf(row));
  return { ...(await infoAnswer(tx, row, 200)), details: { private: isPrivate }, change };
}

/** Deletes a collection with everything in it. */
export async function removeCollection(
  tx: Transaction,
  { appId, collection }: Place,
): Promise<Answer> {
  await requireMiniProgram(tx, appId, Date.now());
  const row = await requireCollection(tx, appId, collection);
  await deleteCollection(tx, appId, collection);
  const change = changeOf(measureOf(row), undefined);
  return { ...(await infoAnswer(tx, row, 200)), details: { documents: row.documents }, change };
}

/** Puts one document into a collection; creates a public collection if it does not exist. */
export async function changeDocument(
  tx: Transaction,
  { appId, collection }: Place,
  document: CollectionDocument,
  owner?: DocumentQuery['owner'],
): Promise<Answer> {
  const now = Date.now();
  await requireMiniProgram(tx, appId, now);
  if (!(await findCollection(tx, appId, collection))) {
    await requireRoomForCollection(tx, appId);
    await putCollection(tx, appId, collection, false, now);
  }
  const holder = owner === 'none' ? null : owner;
  const before = await findDocument(tx, appId, collection, 'operator', document.id);
  const isNew = await putDocument(tx, appId, collection, document, holder);
  await requirePrivateOwners(tx, appId, collection);
  await finish(tx, appId, collection, now);
  const change = documentChange(before?.body, JSON.stringify(document));
  return { status: isNew ? 201 : 200, body: document, details: { id: document.id }, change };
}

/** Puts many documents, all of them or none; creates a public collection if it does not exist. */
export async function changeDocuments(
  tx: Transaction,
  { appId, collection }: Place,
  { documents, seen }: DocumentsRequest,
): Promise<Answer> {
  const now = Date.now();
  await requireMiniProgram(tx, appId, now);
  const before = await findCollection(tx, appId, collection);
  if (!before) {
    await requireRoomForCollection(tx, appId);
    await putCollection(tx, appId, collection, false, now);
  }
  const rows = await listDocuments(tx, appId, collection, 'operator', {
    limit: LIMITS.documentsPerCollection,
  });
  const there = new Map(rows!.map(({ id, body }) => [id, JSON.parse(body) as object]));
  const differing = documents.filter(
    (document) => !isDeepStrictEqual(there.get(document.id), asStored(document)),
  );
  if (seen) refuseUnseen({ documents, differing, there, seen });
  for (const document of differing) await putDocument(tx, appId, collection, document, undefined);
  await requirePrivateOwners(tx, appId, collection);
  const row = await finish(tx, appId, collection, now);
  const [changed, added] = [true, false].map((wasThere) =>
    differing.map(({ id }) => id).filter((id) => there.has(id) === wasThere),
  ) as [string[], string[]];
  return {
    status: 200,
    body: { added, changed, unchanged: documents.length - differing.length },
    details: {
      added: added.length,
      changed: changed.length,
      ids: differing.slice(0, MAX_NAMED).map(({ id }) => id),
    },
    change: changeOf(before && measureOf(before), measureOf(row)),
  };
}

/** Optimistic concurrency: refuses to replace a state that the caller has not seen. */
function refuseUnseen({
  documents,
  differing,
  there,
  seen,
}: {
  documents: readonly CollectionDocument[];
  differing: readonly CollectionDocument[];
  there: ReadonlyMap<string, object>;
  seen: readonly { id: string }[];
}): void {
  const known = new Map(seen.map((document) => [document.id, document]));
  const unseen = differing.filter(
    ({ id }) => !isDeepStrictEqual(there.get(id), asStored(known.get(id))),
  );
  const [first] = unseen;
  if (!first) return;
  const others = unseen.length > 1 ? ` and ${unseen.length - 1} more` : '';
  throw new ApiError('document-conflict', `Not as it was seen: ${first.id}${others}.`, {
    errors: unseen.slice(0, MAX_NAMED).map((document) => ({
      pointer: `/documents/${documents.indexOf(document)}`,
      code: 'conflict',
      detail: there.has(document.id)
        ? `${document.id} is another by now`
        : `${document.id} is not there any more`,
    })),
  });
}

/** How many documents a response or an audit entry lists by id. */
const MAX_NAMED = 20;

/** A document as it would be read back: JSON turns -0 into 0. */
function asStored(document: object | undefined): object | undefined {
  return document && (JSON.parse(JSON.stringify(document)) as object);
}

/** Deletes one document. */
export async function removeDocument(
  tx: Transaction,
  { appId, collection }: Place,
  id: string,
): Promise<Answer> {
  const now = Date.now();
  await requireMiniProgram(tx, appId, now);
  await requireCollection(tx, appId, collection);
  const before = await findDocument(tx, appId, collection, 'operator', id);
  if (!(await deleteDocument(tx, appId, collection, id))) {
    throw new ApiError('document-not-found', `${collection} of ${appId} has no document ${id}.`);
  }
  const row = await finish(tx, appId, collection, now);
  const change = documentChange(before?.body, undefined);
  return { ...(await infoAnswer(tx, row, 200)), details: { id }, change };
}

/** A collection as the audit log shows it: only sizes, since documents can be about people and entries are kept forever. */
function measureOf({ documents, bytes, is_private }: CollectionRow): object {
  return { documents, bytes, private: is_private === 1 };
}

/** A change for the audit log: the names of the changed fields and the sizes, since values can be about people. */
function documentChange(before: string | undefined, after: string | undefined): AuditChange {
  const parse = (body: string | undefined) =>
    body === undefined ? undefined : (JSON.parse(body) as Record<string, unknown>);
  const differing = changeOf(parse(before), parse(after));
  const shown = (body: string | undefined, fields: AuditChange['before']) =>
    body === undefined
      ? null
      : { bytes: Buffer.byteLength(body), fields: Object.keys(fields ?? {}) };
  return { before: shown(before, differing.before), after: shown(after, differing.after) };
}

/** The error for a collection that does not exist. */
export function noCollection(appId: string, collection: string): ApiError {
  return new ApiError('collection-not-found', `${appId} has no collection ${collection}.`);
}

async function requireCollection(
  tx: Transaction,
  appId: string,
  collection: string,
): Promise<CollectionRow> {
  const row = await findCollection(tx, appId, collection);
  if (!row) throw noCollection(appId, collection);
  return row;
}

/** Refuses documents with an owner in a public collection, where everybody could read them. */
async function requirePrivateOwners(
  tx: Transaction,
  appId: string,
  collection: string,
): Promise<void> {
  const row = await requireCollection(tx, appId, collection);
  if (row.is_private === 1) return;
  const [id] = Object.keys(await listOwners(tx, appId, collection));
  if (id === undefined) return;
  throw new ApiError('owner-needs-private', `${id} in ${collection} belongs to a person.`);
}

async function requireRoomForCollection(tx: Transaction, appId: string): Promise<void> {
  if ((await listCollections(tx, appId)).length < LIMITS.collectionsPerApp) return;
  throw new ApiError(
    'collection-full',
    `${appId} has ${LIMITS.collectionsPerApp} collections, which is the most.`,
  );
}

/** Measures the collection after the change; if it is too large, throws, which rolls the transaction back. */
async function finish(
  tx: Transaction,
  appId: string,
  collection: string,
  now: number,
): Promise<CollectionRow> {
  await measureCollection(tx, appId, collection, now);
  const row = await requireCollection(tx, appId, collection);
  if (row.documents > LIMITS.documentsPerCollection || row.bytes > LIMITS.collectionBytes) {
    throw new ApiError(
      'collection-full',
      `A collection holds at most ${LIMITS.documentsPerCollection} documents and ${LIMITS.collectionBytes} bytes.`,
    );
  }
  return row;
}

async function infoAnswer(tx: Transaction, row: CollectionRow, status: 200 | 201): Promise<Answer> {
  const { path } = (await findMiniProgram(tx, row.app_id))!;
  return { status, body: toCollectionInfo(row, path) };
}
