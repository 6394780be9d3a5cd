import { describe, expect, it } from 'vitest';

import { readImport } from './readImport.ts';

const documentsOf = (text: string, there?: object[]) =>
  readImport(text, there as Record<string, unknown>[]).documents.map(({ document }) => document);

describe('documents in a file', () => {
  it('are read from CSV, with numbers, texts, lists and nothing', () => {
    const text =
      '\uFEFFid,title,total,paid,tags,code\r\no-1,"Tea, ""green""",18.5,true,"[""a""]",007\r\n\r\no-2,=1+1,,null,{x,NaN\r\n';
    expect(readImport(text)).toEqual({
      documents: [
        {
          row: 2,
          document: {
            id: 'o-1',
            title: 'Tea, "green"',
            total: 18.5,
            paid: true,
            tags: ['a'],
            code: '007',
          },
        },
        { row: 4, document: { id: 'o-2', title: '=1+1', paid: null, tags: '{x', code: 'NaN' } },
      ],
      refused: [],
    });
  });

  it.each(['id,title\r\n1,Tea\r\n', '[{"id":"1","title":"Tea"}]'])(
    'are read behind a byte order mark: %j',
    (text) => {
      expect(documentsOf(`\uFEFF${text}`)).toEqual([{ id: '1', title: 'Tea' }]);
    },
  );

  it.each([';', '\t'])('are read from cells between %j', (separator) => {
    const text = ['id|title|total', '1|Tea, green|3'].join('\n').replaceAll('|', separator);
    expect(documentsOf(text)).toEqual([{ id: '1', title: 'Tea, green', total: 3 }]);
  });

  it('keep the line of a row whose cells have lines of their own', () => {
    const { documents, refused } = readImport('id,text\na,"one\ntwo"\rb c,three\n');
    expect(documents).toEqual([{ row: 2, document: { id: 'a', text: 'one\ntwo' } }]);
    expect(refused).toEqual([{ row: 4, problem: expect.stringMatching(/^id: /) }]);
  });

  it('are read from JSON as they are', () => {
    expect(documentsOf('[{"id":"a","n":{"m":1}}]')).toEqual([{ id: 'a', n: { m: 1 } }]);
  });

  it('keep texts that look like numbers where texts are', () => {
    expect(documentsOf('id,n,zip\n7,7,10115\n', [{ id: '1', zip: '20095' }])).toEqual([
      { id: '7', n: 7, zip: '10115' },
    ]);
    expect(
      documentsOf('id,zip\n7,1\n', [
        { id: '1', zip: 'a' },
        { id: '2', zip: 2 },
      ]),
    ).toEqual([{ id: '7', zip: 1 }]);
  });

  it('are refused row by row', () => {
    const text = 'id,title\no-1,Tea\no 2,Milk\n,Bread\no-1,Tea again\no-3,Salt,1,2\n';
    const { documents, refused } = readImport(text);
    expect(documents).toEqual([{ row: 2, document: { id: 'o-1', title: 'Tea' } }]);
    expect(refused).toEqual([
      { row: 3, problem: expect.stringMatching(/^id: the id of a document is/) },
      { row: 4, problem: 'id: it has none.' },
      { row: 5, problem: 'id: o-1 is in row 2, too.' },
      { row: 6, problem: 'It has 4 cells; the first line names 2 fields.' },
    ]);
  });

  it('have a size that the server takes', () => {
    const { refused } = readImport(JSON.stringify([{ id: 'a', text: 'x'.repeat(40_000) }]));
    expect(refused).toEqual([{ row: 1, problem: expect.stringMatching(/at most \d+ bytes/) }]);
  });

  it.each([
    ['[{', /no JSON/],
    ['{"id":"a"}', /list of documents/],
    ['[]', /empty/],
    ['title\nTea', /one of them is id/],
    ['id,a,a\n1,2,3', /names a twice/],
    ['id,,a\n1,2,3', /Column 2 has no name/],
    ['id,a', /no row below/],
    ['id,a\n1,2\n2,"open\n', /line 3 is never closed/],
    ['', /name the fields/],
  ])('are not in %j, and it says why', (text, problem) => {
    expect(readImport(text)).toEqual({
      documents: [],
      refused: [{ problem: expect.stringMatching(problem) }],
    });
  });
});

// Looking for each name among those before it would take minutes.
it('a first line with very many names is read at once', () => {
  const names = Array.from({ length: 200_000 }, (_, column) => `field${column}`);
  const { documents, refused } = readImport(`id,${names.join(',')}\na,1`);
  expect(refused).toEqual([]);
  expect(documents).toMatchObject([{ document: { id: 'a', field0: 1 } }]);
});
