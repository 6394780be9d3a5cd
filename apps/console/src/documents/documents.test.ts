import { describe, expect, it } from 'vitest';

import { columnsOf, previewOf } from './columnsOf.ts';
import { readDocument } from './readDocument.ts';

describe('documents in a table', () => {
  it('show the fields that most of them have', () => {
    expect(columnsOf([{ id: '1', a: 1 }, { id: '2', b: 1, a: 2 }, { id: '3' }])).toEqual([
      'a',
      'b',
    ]);
    expect(columnsOf([])).toEqual([]);
  });

  it.each([
    ['text', 'text'],
    [undefined, ''],
    [null, 'null'],
    [{ a: 1 }, '{"a":1}'],
    ['<b>', '<b>'],
  ])('%j is shown as %j', (value, text) => {
    expect(previewOf(value)).toBe(text);
  });

  it('do not fill the screen', () => {
    expect(previewOf('x'.repeat(200))).toHaveLength(80);
  });
});

describe('a document that somebody typed', () => {
  it('is read', () => {
    expect(readDocument('{"id": "p1", "title": "Tea"}')).toEqual({
      document: { id: 'p1', title: 'Tea' },
    });
  });

  it.each([
    ['{', undefined, /^This is no JSON: /],
    ['[]', undefined, /./],
    ['{}', undefined, /^id: /],
    ['{"id": "a b"}', undefined, /^id: the id of a document is/],
    ['{"id": "p2"}', 'p1', /^The id stays p1/],
  ])('%j is refused with what is wrong', (text, id, problem) => {
    expect(readDocument(text, id)).toEqual({ problem: expect.stringMatching(problem) });
  });
});
