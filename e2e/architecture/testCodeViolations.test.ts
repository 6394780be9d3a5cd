import { expect, it } from 'vitest';

import { sourceOf } from './sourceOf.ts';
import { testCodeViolations } from './testCodeViolations.ts';

it('lets only tests import what serves tests', () => {
  const source = sourceOf({
    'a.test.ts': ['./testing/b.ts', './a.ts'],
    'testing/b.ts': ['./c.ts'],
    'a.ts': ['./b.ts'],
  });
  expect(testCodeViolations(source)).toEqual([]);
});

it('finds what is no test and imports what serves tests', () => {
  const source = sourceOf({ 'deep/a.ts': ['../testing/b.ts', './hold.testing.ts'] });
  expect(testCodeViolations(source)).toEqual([
    'deep/a.ts imports testing/b.ts, which is there for tests alone.',
    'deep/a.ts imports deep/hold.testing.ts, which is there for tests alone.',
  ]);
});
