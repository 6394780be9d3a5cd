import { expect, it } from 'vitest';

import { describeChange, lineOf } from './describeChange.ts';

it('tells each field before and after', () => {
  const change = { before: { percentage: 10, reason: 'slow' }, after: { percentage: 50 } };
  expect(describeChange(change).map(lineOf)).toEqual(['percentage: 10 → 50', 'reason: slow → —']);
});

it('tells what is new and what is gone', () => {
  expect(describeChange({ before: null, after: { scopes: ['read'] } }).map(lineOf)).toEqual([
    'scopes: — → ["read"]',
  ]);
  expect(describeChange({ before: { name: 'CI' }, after: null }).map(lineOf)).toEqual([
    'name: CI → —',
  ]);
});
