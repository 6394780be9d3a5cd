import { expect, it } from 'vitest';

import { changeOf } from './changeOf.ts';

it('tells the fields that differ, and nothing of the others', () => {
  const before = { id: 'a', percentage: 10, cohorts: ['beta'], reason: 'slow', updatedAt: '1' };
  const after = { id: 'a', percentage: 50, cohorts: ['beta'], note: 'now', updatedAt: '2' };
  expect(changeOf(before, after)).toEqual({
    before: { percentage: 10, reason: 'slow' },
    after: { percentage: 50, note: 'now' },
  });
});

it('tells all of what is new, and of what is gone', () => {
  expect(changeOf(undefined, { id: 'a' })).toEqual({ before: null, after: { id: 'a' } });
  expect(changeOf({ id: 'a' }, undefined)).toEqual({ before: { id: 'a' }, after: null });
});

it('names the fields of what is too long to be kept for ever', () => {
  const long = { id: 'a', text: 'x'.repeat(20_000) };
  expect(changeOf({ id: 'a' }, long)).toEqual({
    before: { fields: [] },
    after: { fields: ['text'] },
  });
});
