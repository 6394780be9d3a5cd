import { type CollectionDocument, CollectionRequest, DocumentOwners } from '@host/contracts';
import * as z from 'zod/mini';

import { readJsonFile } from '../../terminal/readJsonFile.ts';

const Documents = CollectionRequest.shape.documents;

/** One document stands for a list of one. */
const OneOrMore = z.pipe(
  z.transform((content) => (isDocument(content) ? [content] : content)),
  Documents,
);

const DOCUMENTS = {
  schema: Documents,
  fix: 'Give a JSON file that holds an array of objects, each with an "id" of its own.',
  code: 'documents-invalid',
};

/** The documents in a file: a JSON array of objects, each with an `id`. */
export async function readDocuments(cwd: string, file: string): Promise<CollectionDocument[]> {
  return readJsonFile(cwd, file, DOCUMENTS);
}

/** The same, where the file may also hold a single object. */
export async function readSomeDocuments(cwd: string, file: string): Promise<CollectionDocument[]> {
  return readJsonFile(cwd, file, { ...DOCUMENTS, schema: OneOrMore });
}

/** Reads the owners in a file: a JSON object with the owner's openId by document id. */
export async function readOwners(cwd: string, file: string): Promise<DocumentOwners> {
  return readJsonFile(cwd, file, {
    schema: DocumentOwners,
    fix: 'Give a JSON file that holds an object: the id of a document, and the openId of its owner.',
    code: 'owners-invalid',
  });
}

function isDocument(content: unknown): boolean {
  return typeof content === 'object' && content !== null && !Array.isArray(content);
}
