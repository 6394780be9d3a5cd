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

/** The collections of a mini-app: the documents behind `GET /<mini_app_path>/items`. */
export interface DataCalls {
  listCollections(appId: string, options?: CallOptions): Promise<CollectionInfo[]>;
  /** All documents of a collection, in their order. */
  readCollection(
    appId: string,
    collection: string,
    options?: CallOptions,
  ): Promise<CollectionDocuments>;
  /** The owners of a private collection's documents; those without an owner are for everybody. */
  readOwners(appId: string, collection: string, options?: CallOptions): Promise<DocumentOwners>;
  /** Replaces all documents of a collection; creates it if it does not exist. */
  replaceCollection(
    appId: string,
    collection: string,
    content: CollectionRequest,
    options?: CallOptions,
  ): Promise<CollectionInfo>;
  /** Sets whether reading it requires a session or the mini-app's own token. */
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
  /** Replaces the document with its id, or appends it; unless an owner is given, it keeps the previous one. */
  putDocument(
    appId: string,
    collection: string,
    document: CollectionDocument,
    options?: CallOptions & DocumentQuery,
  ): Promise<void>;
  /** Puts many documents, all of them or none; with `seen`, changes that somebody else made meanwhile are not overwritten. */
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
