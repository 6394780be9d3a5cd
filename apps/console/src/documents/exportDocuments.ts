import type { CollectionDocument } from '@host/contracts';

import { csvLine } from '../files/csvLine.ts';

/** Documents as CSV, as an import reads it: the id first, then every field that one of them has. */
export function csvOfDocuments(documents: readonly CollectionDocument[]): string {
  const names = new Set(['id', ...documents.flatMap((document) => Object.keys(document))]);
  const lines = documents.map((document) =>
    csvLine(Array.from(names, (name) => cellOf(document[name]))),
  );
  return [csvLine([...names]), ...lines].join('');
}

/** Documents as JSON, as an import reads it. */
export function jsonOfDocuments(documents: readonly CollectionDocument[]): string {
  return `${JSON.stringify(documents, undefined, 2)}\n`;
}

function cellOf(value: unknown): string | number | undefined {
  if (value === undefined || typeof value === 'string' || typeof value === 'number') return value;
  return JSON.stringify(value);
}
