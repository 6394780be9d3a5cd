import { expect, it } from 'vitest';

import { readNames } from './readNames.ts';

it('names stand between commas or blanks', () => {
  expect(readNames(' a, b,,c\nd ')).toEqual(['a', 'b', 'c', 'd']);
  expect(readNames('  ')).toEqual([]);
});
