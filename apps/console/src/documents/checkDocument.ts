import { CollectionDocument } from '@host/contracts';

/** Whether a value is a document that the server would take, or what is wrong with it, with the field. */
export function checkDocument(
  value: unknown,
): { document: CollectionDocument } | { problem: string } {
  const { data, error } = CollectionDocument.safeParse(value);
  if (!error) return { document: data };
  const hasId = typeof value === 'object' && value !== null && Object.hasOwn(value, 'id');
  if (!hasId) return { problem: 'id: it has none.' };
  const [issue] = error.issues;
  const where = issue?.path.join('.') ?? '';
  return { problem: `${where === '' ? '' : `${where}: `}${issue?.message ?? 'does not fit'}.` };
}
