import { CollectionDocument } from '@host/contracts';

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
  const { data, error } = CollectionDocument.safeParse(value);
  if (error) {
    const [issue] = error.issues;
    const where = issue?.path.join('.') ?? '';
    return { problem: `${where === '' ? '' : `${where}: `}${issue?.message ?? 'does not fit'}.` };
  }
  if (id !== undefined && data.id !== id) {
    return { problem: `The id stays ${id}. To have another, add a new document.` };
  }
  return { document: data };
}
