import { expect, it } from 'vitest';

import { listsOf, tuplesOf } from './listsOf.ts';

it('no values are no list', () => {
  expect(listsOf([])).toEqual([]);
});

it('a list is filled up with its last value to one of few lengths', () => {
  expect(listsOf(['a'])).toEqual([{ marks: '(?)', values: ['a'] }]);
  const [list] = listsOf([1, 2, 3]);
  expect(list!.values).toEqual([1, 2, 3, 3, 3, 3, 3, 3, 3, 3]);
  expect(list!.marks.split('?')).toHaveLength(11);
});

it('many values become several lists that hold each of them', () => {
  const values = Array.from({ length: 1234 }, (_, index) => index);
  const lists = listsOf(values);
  expect(lists.map((list) => list.values.length)).toEqual([500, 500, 500]);
  expect([...new Set(lists.flatMap((list) => list.values))]).toEqual(values);
});

it('rows are filled up in the same way, as tuples', () => {
  expect(tuplesOf([['a', 1]])).toEqual([{ tuples: '(?, ?)', values: ['a', 1] }]);
  const [list] = tuplesOf([
    ['a', 1],
    ['b', 2],
  ]);
  expect(list!.tuples).toBe(Array.from({ length: 10 }, () => '(?, ?)').join(', '));
  expect(list!.values).toEqual(['a', 1, ...Array.from({ length: 9 }, () => ['b', 2]).flat()]);
  expect(tuplesOf([])).toEqual([]);
});
