import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';

import {
  type CollectionDocument,
  CollectionRequest,
  DocumentOwners,
  explainIssue,
} from '@host/contracts';
import * as z from 'zod/mini';

import { CliError } from '../../terminal/CliError.ts';

/** The documents in a file: a JSON array of objects, each with an `id`. */
export async function readDocuments(cwd: string, file: string): Promise<CollectionDocument[]> {
  const path = resolve(cwd, file);
  const content = parse(await readFile(path, 'utf8').catch(() => undefined), path);
  const parsed = z.safeParse(CollectionRequest, { documents: content }, { error: explainIssue });
  if (parsed.success) return parsed.data.documents;
  const [issue] = parsed.error.issues;
  const place = issue?.path.slice(1).map((part) => `/${String(part)}`);
  throw unfit(path, `${place?.join('') || 'the whole'}: ${issue?.message}`);
}

/** Reads the owners in a file: a JSON object with the owner's openId by document id. */
export async function readOwners(cwd: string, file: string): Promise<DocumentOwners> {
  const path = resolve(cwd, file);
  const content = parse(await readFile(path, 'utf8').catch(() => undefined), path);
  const parsed = z.safeParse(DocumentOwners, content, { error: explainIssue });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue?.path.map((part) => `/${String(part)}`).join('');
  throw new CliError(
    `${path} cannot be used: ${place || 'the whole'}: ${issue?.message}.`,
    'Give a JSON file that holds an object: the id of a document, and the openId of its owner.',
    { code: 'owners-invalid' },
  );
}

function parse(text: string | undefined, path: string): unknown {
  if (text === undefined) throw unfit(path, 'it is not there');
  try {
    return JSON.parse(text);
  } catch (error) {
    throw unfit(path, (error as Error).message);
  }
}

function unfit(path: string, why: string): CliError {
  return new CliError(
    `${path} cannot be used: ${why}.`,
    'Give a JSON file that holds an array of objects, each with an "id" of its own.',
    { code: 'documents-invalid' },
  );
}
