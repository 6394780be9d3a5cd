import { expect, it } from 'vitest';

import { changeWords } from './changeWords.ts';

it('only what was compared is as before, better or worse', () => {
  expect(changeWords(undefined)).toBe('—');
  expect(changeWords(0)).toBe('as before');
  expect(changeWords(1.5)).toBe('1.5 percentage points worse');
  expect(changeWords(-1.5)).toBe('1.5 percentage points better');
});
