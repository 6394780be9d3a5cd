import {
  type CollectionDocument,
  type CollectionRequest,
  type DocumentQuery,
  LIMITS,
} from '@host/contracts';

import { ApiError } from '../../errors/ApiError.ts';
import type { Answer } from '../../operations/actions/AdminActions.ts';
import type { Transaction } from '../../storage/database/Database.types.ts';
import { findMiniProgram } from '../records/miniProgramRows.ts';
import { demandMiniProgram } from '../registry/changeVersion.ts';
import {
  type CollectionRow,
  deleteCollection,
  deleteDocument,
  deleteDocuments,
  findCollection,
  insertDocument,
  listCollections,
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

/** Replaces everything that a collection holds; makes it when there is none. */
export async function replaceCollection(
  tx: Transaction,
  { appId, collection }: Place,
  request: CollectionRequest,
): Promise<Answer> {
  const now = Date.now();
  await demandMiniProgram(tx, appId, now);
  const before = await findCollection(tx, appId, collection);
  if (before && request.onlyNew) {
    throw new ApiError('collection-exists', `${appId} has a collection ${collection} already.`);
  }
  if (!before) await demandRoomForCollection(tx, appId);
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
  await demandPrivateOwners(tx, appId, collection);
  const row = await finish(tx, appId, collection, now);
  return {
    ...(await infoAnswer(tx, row, before ? 200 : 201)),
    details: { documents: row.documents, private: isPrivate },
  };
}

/** Says who may read a collection. */
export async function changeAccess(
  tx: Transaction,
  { appId, collection }: Place,
  isPrivate: boolean,
): Promise<Answer> {
  const now = Date.now();
  await demandMiniProgram(tx, appId, now);
  await demandCollection(tx, appId, collection);
  await putCollection(tx, appId, collection, isPrivate, now);
  await demandPrivateOwners(tx, appId, collection);
  const row = await demandCollection(tx, appId, collection);
  return { ...(await infoAnswer(tx, row, 200)), details: { private: isPrivate } };
}

/** Deletes a collection with everything in it. */
export async function removeCollection(
  tx: Transaction,
  { appId, collection }: Place,
): Promise<Answer> {
  await demandMiniProgram(tx, appId, Date.now());
  const row = await demandCollection(tx, appId, collection);
  await deleteCollection(tx, appId, collection);
  return { ...(await infoAnswer(tx, row, 200)), details: { documents: row.documents } };
}

/** Puts one document into a collection; makes the collection, public, when there is none. */
export async function changeDocument(
  tx: Transaction,
  { appId, collection }: Place,
  document: CollectionDocument,
  owner?: DocumentQuery['owner'],
): Promise<Answer> {
  const now = Date.now();
  await demandMiniProgram(tx, appId, now);
  if (!(await findCollection(tx, appId, collection))) {
    await demandRoomForCollection(tx, appId);
    await putCollection(tx, appId, collection, false, now);
  }
  const holder = owner === 'none' ? null : owner;
  const isNew = await putDocument(tx, appId, collection, document, holder);
  await demandPrivateOwners(tx, appId, collection);
  await finish(tx, appId, collection, now);
  return { status: isNew ? 201 : 200, body: document, details: { id: document.id } };
}

/** Deletes one document. */
export async function removeDocument(
  tx: Transaction,
  { appId, collection }: Place,
  id: string,
): Promise<Answer> {
  const now = Date.now();
  await demandMiniProgram(tx, appId, now);
  await demandCollection(tx, appId, collection);
  if (!(await deleteDocument(tx, appId, collection, id))) {
    throw new ApiError('document-not-found', `${collection} of ${appId} has no document ${id}.`);
  }
  const row = await finish(tx, appId, collection, now);
  return { ...(await infoAnswer(tx, row, 200)), details: { id } };
}

/** The refusal of a collection that is not there. */
export function noCollection(appId: string, collection: string): ApiError {
  return new ApiError('collection-not-found', `${appId} has no collection ${collection}.`);
}

async function demandCollection(
  tx: Transaction,
  appId: string,
  collection: string,
): Promise<CollectionRow> {
  const row = await findCollection(tx, appId, collection);
  if (!row) throw noCollection(appId, collection);
  return row;
}

/** Keeps what belongs to a person out of what everybody reads. */
async function demandPrivateOwners(
  tx: Transaction,
  appId: string,
  collection: string,
): Promise<void> {
  const row = await demandCollection(tx, appId, collection);
  if (row.is_private === 1) return;
  const [id] = Object.keys(await listOwners(tx, appId, collection));
  if (id === undefined) return;
  throw new ApiError('owner-needs-private', `${id} in ${collection} belongs to a person.`);
}

async function demandRoomForCollection(tx: Transaction, appId: string): Promise<void> {
  if ((await listCollections(tx, appId)).length < LIMITS.collectionsPerApp) return;
  throw new ApiError(
    'collection-full',
    `${appId} has ${LIMITS.collectionsPerApp} collections, which is the most.`,
  );
}

/** Measures what is there now; what is too much is thrown away with the whole transaction. */
async function finish(
  tx: Transaction,
  appId: string,
  collection: string,
  now: number,
): Promise<CollectionRow> {
  await measureCollection(tx, appId, collection, now);
  const row = await demandCollection(tx, appId, collection);
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
