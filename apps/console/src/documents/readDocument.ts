import type { CollectionDocument } from '@host/contracts';

import { checkDocument } from './checkDocument.ts';

/** Reads a document that somebody typed, or says what is wrong with it. An id that is given must stay. */
export function readDocument(
  text: string,
  id?: string,
): { document: CollectionDocument } | { problem: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { problem: `This is no JSON: ${(error as Error).message}.` };
  }
  const checked = checkDocument(value);
  if ('document' in checked && id !== undefined && checked.document.id !== id) {
    return { problem: `The id stays ${id}. To have another, add a new document.` };
  }
  return checked;
}
