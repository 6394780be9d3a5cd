import * as z from 'zod/mini';

import { LIMITS } from '../common/limits.ts';

/** The name of a collection, `items` in `GET /orders/items`. */
export const CollectionName = z
  .string()
  .check(
    z.regex(
      /^[a-z][a-z0-9_-]{0,62}$/,
      'a collection is 1 to 63 lower-case letters, digits, - and _, and starts with a letter',
    ),
  );

/** The identifier of a document, which needs no escaping in a URL. */
export const DocumentId = z
  .string()
  .check(
    z.regex(
      /^(?!\.{1,2}$)[A-Za-z0-9._~-]{1,128}$/,
      'the id of a document is 1 to 128 letters, digits, . _ ~ or -',
    ),
  );

/** A document in a collection: an `id`, and any other fields that the mini-app stores. */
export const CollectionDocument = z
  .looseObject({ id: DocumentId })
  .check(
    z.refine(
      (document) =>
        new TextEncoder().encode(JSON.stringify(document)).length <= LIMITS.documentBytes,
      `a document has at most ${LIMITS.documentBytes} bytes as JSON`,
    ),
  );
export type CollectionDocument = z.infer<typeof CollectionDocument>;

/** The identifier of a person in one mini-app; every mini-app sees a different one. */
export const OpenId = z
  .string()
  .check(z.regex(/^[A-Za-z0-9_-]{43}$/, 'an openId is 43 letters, digits, - and _'));

/** The owners of documents in a private collection, by id; those without an owner are for everyone who is signed in. */
export const DocumentOwners = z.record(DocumentId, OpenId);
export type DocumentOwners = z.infer<typeof DocumentOwners>;

/**
 * The body that replaces a whole collection. Without `private`, the setting stays as it is. Without `owners`, existing
 * documents keep their owners: leaving the field out never makes a private document public.
 */
export const CollectionRequest = z
  .strictObject({
    documents: z.array(CollectionDocument).check(
      z.maxLength(LIMITS.documentsPerCollection),
      z.refine(
        (list) => new Set(list.map(({ id }) => id)).size === list.length,
        'each id at most once',
      ),
    ),
    private: z.optional(z.boolean()),
    owners: z.optional(DocumentOwners),
    /** Refuse the request if the collection already exists, so that nothing in it is overwritten. */
    onlyNew: z.optional(z.boolean()),
  })
  .check(
    z.refine(
      ({ documents, owners = {} }) => {
        const ids = new Set(documents.map(({ id }) => id));
        return Object.keys(owners).every((id) => ids.has(id));
      },
      { path: ['owners'], error: 'only documents of this collection have an owner' },
    ),
  );
export type CollectionRequest = z.infer<typeof CollectionRequest>;

/** The body that stores many documents, all or none: each replaces the one with its id, or is appended. */
export const DocumentsRequest = z.strictObject({
  documents: z.array(CollectionDocument).check(
    z.minLength(1),
    z.maxLength(LIMITS.documentsPerCollection),
    z.refine(
      (list) => new Set(list.map(({ id }) => id)).size === list.length,
      'each id at most once',
    ),
  ),
  /**
   * The documents that the caller saw under these ids; a missing one did not exist. If any has changed since, the whole
   * request is refused with `document-conflict`, unless the stored document already equals the one sent.
   */
  seen: z.optional(
    z.array(z.looseObject({ id: z.string() })).check(z.maxLength(LIMITS.documentsPerCollection)),
  ),
});
export type DocumentsRequest = z.infer<typeof DocumentsRequest>;

/** The result of storing many documents: which were added or changed, and how many were unchanged. */
export const PutDocuments = z.object({
  /** The ids of new documents. */
  added: z.array(z.string()),
  changed: z.array(z.string()),
  /** How many were already identical. */
  unchanged: z.int(),
});
export type PutDocuments = z.infer<typeof PutDocuments>;

/** The owner of a single document; if omitted, the owner stays the same. */
export const DocumentQuery = z.strictObject({
  owner: z.optional(z.union([OpenId, z.literal('none')])),
});
export type DocumentQuery = z.infer<typeof DocumentQuery>;

/** The body that sets who may read a collection. */
export const CollectionAccess = z.strictObject({ private: z.boolean() });
export type CollectionAccess = z.infer<typeof CollectionAccess>;

/** Everything about a collection except its documents. */
export const CollectionInfo = z.object({
  name: z.string(),
  /** The path for reading it, `/orders/items`; absent while the mini-app has no path. */
  path: z.optional(z.string()),
  /** Whether a session or the mini-app's own token is needed to read it. */
  private: z.boolean(),
  documents: z.int(),
  bytes: z.int(),
  updatedAt: z.string(),
});
export type CollectionInfo = z.infer<typeof CollectionInfo>;

/** All collections of a mini-app. */
export const CollectionList = z.object({ items: z.array(CollectionInfo) });
export type CollectionList = z.infer<typeof CollectionList>;

/** The documents of a collection, in order. */
export const CollectionDocuments = z.array(z.looseObject({ id: z.string() }));
export type CollectionDocuments = z.infer<typeof CollectionDocuments>;
