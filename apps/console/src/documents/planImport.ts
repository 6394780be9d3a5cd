import { type CollectionDocument, type CollectionDocuments, LIMITS } from '@host/contracts';

import type { ImportedDocument } from './readImport.ts';
import { sameJson } from './sameJson.ts';

type Document = CollectionDocuments[number];

/** A document that an import would put, and the one that it saw in its place. */
export interface PlannedPut {
  row: number;
  document: CollectionDocument;
  seen: Document | undefined;
}

/** What an import would do. */
export interface ImportPlan {
  puts: PlannedPut[];
  added: number;
  changed: number;
  unchanged: number;
  /** Why the collection cannot take all of it. */
  problem: string | undefined;
}

/** What putting documents would do to those that are there. */
export function planImport(
  documents: readonly ImportedDocument[],
  there: CollectionDocuments,
): ImportPlan {
  const known = new Map(there.map((document) => [document.id, document]));
  const puts = documents
    .map(({ row, document }) => ({ row, document, seen: known.get(document.id) }))
    .filter(({ document, seen }) => !sameJson(document, seen));
  const added = puts.filter(({ seen }) => seen === undefined).length;
  for (const { document } of puts) known.set(document.id, document);
  return {
    puts,
    added,
    changed: puts.length - added,
    unchanged: documents.length - puts.length,
    problem: puts.length > 0 ? noRoom([...known.values()]) : undefined,
  };
}

function noRoom(all: CollectionDocuments): string | undefined {
  if (all.length > LIMITS.documentsPerCollection) {
    return `The collection would have ${all.length} documents; ${LIMITS.documentsPerCollection} are the most.`;
  }
  const encoder = new TextEncoder();
  const sizes = all.map((document) => encoder.encode(JSON.stringify(document)).length);
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  if (bytes <= LIMITS.collectionBytes) return undefined;
  return `The collection would have ${bytes} bytes; ${LIMITS.collectionBytes} are the most.`;
}

/** What a put would do to the fields of the document that is there, in words. */
export function explainPut({ document, seen }: PlannedPut): string {
  if (!seen) return 'New';
  const all = [...new Set([...Object.keys(seen), ...Object.keys(document)])];
  const differing = all.filter((name) => !sameJson(seen[name], document[name]));
  const named = (verb: string, names: readonly string[]) =>
    names.length > 0 ? [`${verb} ${names.join(', ')}`] : [];
  const inBoth = differing.filter(
    (name) => Object.hasOwn(seen, name) && Object.hasOwn(document, name),
  );
  return [
    ...named('changes', inBoth),
    ...named(
      'adds',
      differing.filter((name) => !Object.hasOwn(seen, name)),
    ),
    ...named(
      'removes',
      differing.filter((name) => !Object.hasOwn(document, name)),
    ),
  ]
    .join('; ')
    .replace(/^./, (first) => first.toUpperCase());
}
