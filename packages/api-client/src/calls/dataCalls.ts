import {
  type CollectionDocument,
  CollectionDocuments,
  CollectionInfo,
  CollectionList,
  type CollectionRequest,
  DocumentOwners,
  type DocumentQuery,
  type DocumentsRequest,
  PutDocuments,
} from '@host/contracts';

import { path } from '../exchange/path.ts';
import type { CallOptions, Transport } from '../transport/Transport.types.ts';

/** What the collections of a mini-app hold: the documents behind `GET /<mini_app_path>/items`. */
export interface DataCalls {
  listCollections(appId: string, options?: CallOptions): Promise<CollectionInfo[]>;
  /** All documents of a collection, in their order. */
  readCollection(
    appId: string,
    collection: string,
    options?: CallOptions,
  ): Promise<CollectionDocuments>;
  /** Whose the documents of a private collection are; those without an owner are for everybody. */
  readOwners(appId: string, collection: string, options?: CallOptions): Promise<DocumentOwners>;
  /** Replaces everything that a collection holds; makes it when there is none. */
  replaceCollection(
    appId: string,
    collection: string,
    content: CollectionRequest,
    options?: CallOptions,
  ): Promise<CollectionInfo>;
  /** Returns whether a session or the mini-app's own token is needed to read it. */
  setCollectionPrivate(
    appId: string,
    collection: string,
    isPrivate: boolean,
    options?: CallOptions,
  ): Promise<CollectionInfo>;
  deleteCollection(
    appId: string,
    collection: string,
    options?: CallOptions,
  ): Promise<CollectionInfo>;
  /** Puts a document in place of the one with its id, or at the end; it keeps its owner when nothing is said of one. */
  putDocument(
    appId: string,
    collection: string,
    document: CollectionDocument,
    options?: CallOptions & DocumentQuery,
  ): Promise<void>;
  /** Puts many documents, all of them or none; with `seen` nothing that somebody else changed meanwhile is replaced. */
  putDocuments(
    appId: string,
    collection: string,
    content: DocumentsRequest,
    options?: CallOptions,
  ): Promise<PutDocuments>;
  deleteDocument(
    appId: string,
    collection: string,
    id: string,
    options?: CallOptions,
  ): Promise<CollectionInfo>;
}

export function dataCalls({ ask, askFor, get }: Transport): DataCalls {
  const at = (appId: string, collection: string) =>
    path`/v1/admin/mini-programs/${appId}/collections/${collection}`;
  return {
    listCollections: async (appId, options) => {
      const all = path`/v1/admin/mini-programs/${appId}/collections`;
      return (await get(all, CollectionList, options)).items;
    },
    readCollection: (appId, collection, options) =>
      get(at(appId, collection), CollectionDocuments, options),
    readOwners: (appId, collection, options) =>
      get(`${at(appId, collection)}/owners`, DocumentOwners, options),
    replaceCollection: (appId, collection, json, options) =>
      ask({ method: 'PUT', path: at(appId, collection), json, options }, CollectionInfo),
    setCollectionPrivate: (appId, collection, isPrivate, options) => {
      const access = `${at(appId, collection)}/access`;
      const json = { private: isPrivate };
      return ask({ method: 'PUT', path: access, json, options }, CollectionInfo);
    },
    deleteCollection: (appId, collection, options) =>
      ask({ method: 'DELETE', path: at(appId, collection), options }, CollectionInfo),
    putDocument: (appId, collection, json, options) => {
      const place = at(appId, collection) + path`/documents/${json.id}`;
      const query = { owner: options?.owner };
      return askFor({ method: 'PUT', path: place, query, json, options }, async (response) => {
        await response.body?.cancel();
      });
    },
    putDocuments: (appId, collection, json, options) => {
      const place = `${at(appId, collection)}/documents`;
      return ask({ method: 'PUT', path: place, json, options }, PutDocuments);
    },
    deleteDocument: (appId, collection, id, options) => {
      const place = at(appId, collection) + path`/documents/${id}`;
      return ask({ method: 'DELETE', path: place, options }, CollectionInfo);
    },
  };
}
