import { expect, it } from 'vitest';

import { standIn } from './standIn.ts';

it('has whatever a library looks for before it uses it', () => {
  const module = standIn as object;
  expect('Text' in module).toBe(true);
  expect('Text' in Object.create(module)).toBe(true);
});
