import { expect, it } from 'vitest';

import { formatDuration } from './formatDuration.ts';

it.each([
  [40, '40 ms'],
  [99.6, '0.1 s'],
  [1300, '1.3 s'],
  [59_940, '59.9 s'],
  [59_960, '1 min 0 s'],
  [125_000, '2 min 5 s'],
  [419_600, '7 min 0 s'],
])('%d ms are said as %s', (milliseconds, said) => {
  expect(formatDuration(milliseconds)).toBe(said);
});
