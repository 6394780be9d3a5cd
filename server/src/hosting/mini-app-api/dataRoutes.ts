import {
  AppId,
  CollectionAccess,
  CollectionDocument,
  CollectionDocuments,
  CollectionInfo,
  CollectionList,
  CollectionName,
  CollectionRequest,
  DocumentId,
  DocumentOwners,
  DocumentQuery,
  DocumentsRequest,
  LIMITS,
  PutDocuments,
} from '@host/contracts';
import * as z from 'zod/mini';

import { ApiError } from '../../errors/ApiError.ts';
import type { TypedApp } from '../../http/TypedApp.types.ts';
import type { AdminActions } from '../../operations/actions/AdminActions.ts';
import type { Database, Transaction } from '../../storage/database/Database.types.ts';
import { findMiniProgram } from '../records/miniProgramRows.ts';
import {
  changeAccess,
  changeDocument,
  changeDocuments,
  noCollection,
  removeCollection,
  removeDocument,
  replaceCollection,
} from './changeCollection.ts';
import { findCollection, listCollections, listOwners, toCollectionInfo } from './collectionRows.ts';
import { wholeCollection } from './readCollection.ts';

const App = z.object({ appId: AppId });
const InApp = z.object({ appId: AppId, collection: CollectionName });
const InCollection = z.object({ appId: AppId, collection: CollectionName, id: DocumentId });
const Document = z.looseObject({ id: z.string() });

const COLLECTIONS = '/mini-programs/:appId/collections';
const COLLECTION = `${COLLECTIONS}/:collection`;
const DOCUMENT = `${COLLECTION}/documents/:id`;

/** Reads and changes the collections of mini-apps, for operators and for the mini-app's publisher. */
export function dataRoutes(
  app: TypedApp,
  { db, actions }: { db: Database; actions: AdminActions },
): void {
  const change = (
    request: Parameters<AdminActions['perform']>[0] & { params: { appId: string } },
    reply: Parameters<AdminActions['perform']>[1],
    action: string,
    place: string,
    effect: (tx: Transaction) => ReturnType<typeof replaceCollection>,
  ) => {
    const target = `${request.params.appId}/${place}`;
    return actions.perform(request, reply, { action, target }, (commit) => commit(effect));
  };

  app.get(
    COLLECTIONS,
    {
      config: { scope: 'read' },
      schema: {
        ...dataRoute('List the collections of a mini-app', 'By name. Scope: `read`.'),
        params: App,
        response: { 200: CollectionList },
      },
    },
    async ({ params: { appId } }) => {
      const row = await findMiniProgram(db, appId);
      if (!row) throw new ApiError('mini-program-not-found', `${appId} is not registered.`);
      const rows = await listCollections(db, appId);
      return { items: rows.map((each) => toCollectionInfo(each, row.path)) };
    },
  );

  app.get(
    COLLECTION,
    {
      config: { scope: 'data' },
      schema: {
        ...dataRoute(
          'Read the documents of a collection',
          'All of them, in their order, private or not. Scope: `data`.',
        ),
        params: InApp,
        response: { 200: CollectionDocuments },
      },
    },
    async ({ params: { appId, collection } }, reply) => {
      if (!(await findCollection(db, appId, collection))) throw noCollection(appId, collection);
      const body = await wholeCollection(db, appId, collection, 'operator');
      // It is JSON text already: the serializer is bypassed.
      return reply.type('application/json; charset=utf-8').send(body as never);
    },
  );

  app.get(
    `${COLLECTION}/owners`,
    {
      config: { scope: 'data' },
      schema: {
        ...dataRoute(
          'Read whose the documents of a collection are',
          'The openId of the owner by the id of the document, for those that have one. Scope: `data`.',
        ),
        params: InApp,
        response: { 200: DocumentOwners },
      },
    },
    async ({ params: { appId, collection } }) => {
      if (!(await findCollection(db, appId, collection))) throw noCollection(appId, collection);
      return listOwners(db, appId, collection);
    },
  );

  app.put(
    COLLECTION,
    {
      // Room for a full collection and the JSON around it.
      bodyLimit: LIMITS.collectionBytes + LIMITS.jsonBodyBytes,
      config: { scope: 'data' },
      schema: {
        ...dataRoute(
          'Replace a collection',
          'With the documents that are sent, in their order; makes it when there is none, and with `onlyNew` only then. It is public unless `private` says otherwise. `owners` says by openId whose documents of a private collection are: nobody else reads those. Documents that had an owner keep it when `owners` is left out. Scope: `data`.',
        ),
        params: InApp,
        body: CollectionRequest,
        response: { 200: CollectionInfo, 201: CollectionInfo },
      },
    },
    async (request, reply) =>
      change(request, reply, 'collection.replace', request.params.collection, (tx) =>
        replaceCollection(tx, request.params, request.body),
      ),
  );

  app.put(
    `${COLLECTION}/access`,
    {
      config: { scope: 'data' },
      schema: {
        ...dataRoute(
          'Make a collection private or public',
          'A private one is read with a session or with the token of the mini-app itself. Scope: `data`.',
        ),
        params: InApp,
        body: CollectionAccess,
        response: { 200: CollectionInfo },
      },
    },
    async (request, reply) =>
      change(request, reply, 'collection.access', request.params.collection, (tx) =>
        changeAccess(tx, request.params, request.body.private),
      ),
  );

  app.delete(
    COLLECTION,
    {
      config: { scope: 'data' },
      schema: {
        ...dataRoute('Delete a collection', 'With everything in it. Scope: `data`.'),
        params: InApp,
        response: { 200: CollectionInfo },
      },
    },
    async (request, reply) =>
      change(request, reply, 'collection.delete', request.params.collection, (tx) =>
        removeCollection(tx, request.params),
      ),
  );

  app.put(
    DOCUMENT,
    {
      config: { scope: 'data' },
      schema: {
        ...dataRoute(
          'Put a document',
          'In place of the one with this id, or at the end. `owner` is the openId of the person who alone reads it, or `none` for everybody; left out, it stays as it was. Scope: `data`.',
        ),
        params: InCollection,
        querystring: DocumentQuery,
        body: CollectionDocument,
        response: { 200: Document, 201: Document },
      },
    },
    async (request, reply) => {
      const { collection, id } = request.params;
      requireSameId(id, request.body.id);
      return change(request, reply, 'document.put', `${collection}/${id}`, (tx) =>
        changeDocument(tx, request.params, request.body, request.query.owner),
      );
    },
  );

  app.put(
    `${COLLECTION}/documents`,
    {
      // Up to a full collection twice: the new documents, and the ones that the caller has seen.
      bodyLimit: 2 * LIMITS.collectionBytes + LIMITS.jsonBodyBytes,
      config: { scope: 'data' },
      schema: {
        ...dataRoute(
          'Put many documents',
          'Each in place of the one with its id, or at the end, all of them or none; the others stay, and so do owners. With `seen` nothing is replaced that somebody else changed meanwhile. Putting the same again changes nothing. Scope: `data`.',
        ),
        params: InApp,
        body: DocumentsRequest,
        response: { 200: PutDocuments },
      },
    },
    async (request, reply) =>
      change(request, reply, 'documents.put', request.params.collection, (tx) =>
        changeDocuments(tx, request.params, request.body),
      ),
  );

  app.delete(
    DOCUMENT,
    {
      config: { scope: 'data' },
      schema: {
        ...dataRoute('Delete a document', 'From its collection. Scope: `data`.'),
        params: InCollection,
        response: { 200: CollectionInfo },
      },
    },
    async (request, reply) => {
      const { collection, id } = request.params;
      return change(request, reply, 'document.delete', `${collection}/${id}`, (tx) =>
        removeDocument(tx, request.params, id),
      );
    },
  );
}

/** The parts of the OpenAPI description that all routes about a mini-app's data share. */
export function dataRoute(summary: string, description: string) {
  return { tags: ['data'], security: [{ token: [] }], summary, description };
}

function requireSameId(inPath: string, inBody: string): void {
  if (inPath === inBody) return;
  const detail = `the address says ${inPath}`;
  throw new ApiError('invalid-body', `/id: ${detail}`, {
    errors: [{ pointer: '/id', code: 'invalid_value', detail }],
  });
}
