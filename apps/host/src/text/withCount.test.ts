import { expect, it } from 'vitest';

import { withCount } from './withCount.ts';

it('the title says how many wait, once', () => {
  expect(withCount('Harbour', 0)).toBe('Harbour');
  expect(withCount('Harbour', 3)).toBe('(3) Harbour');
  expect(withCount('(3) Harbour', 12)).toBe('(12) Harbour');
  expect(withCount('(12) Harbour', 0)).toBe('Harbour');
});
