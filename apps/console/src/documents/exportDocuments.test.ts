import type { CollectionDocument } from '@host/contracts';
import { describe, expect, it } from 'vitest';

import { csvOfDocuments, jsonOfDocuments } from './exportDocuments.ts';
import { readImport } from './readImport.ts';

const DOCUMENTS: CollectionDocument[] = [
  { id: 'o-1', title: 'Beans, "two for one"', total: -18.5, tags: ['new'], from: { city: 'Ulm' } },
  { id: '-2', title: '=1+1', total: 1e21, open: true },
  { id: 'o-3', title: "'=3 is\nlate", paid: null },
  { id: '007', title: '42', from: {} },
];

describe('documents that are saved', () => {
  it.each([
    ['CSV', csvOfDocuments],
    ['JSON', jsonOfDocuments],
  ])('as %s are the same when they are imported', (_format, save) => {
    const { documents, refused } = readImport(save(DOCUMENTS), DOCUMENTS);
    expect(refused).toEqual([]);
    expect(documents.map(({ document }) => document)).toEqual(DOCUMENTS);
  });

  it('have every field of every document, the id first', () => {
    const [head] = csvOfDocuments([
      { title: 'a', id: '1' },
      { id: '2', late: true },
    ]).split('\r\n');
    expect(head).toBe('id,title,late');
  });

  it('run nothing in a spreadsheet', () => {
    expect(csvOfDocuments([{ id: '=1+1' }])).toContain("'=1+1");
  });
});
