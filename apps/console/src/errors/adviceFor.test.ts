import { ERRORS } from '@host/contracts';
import { expect, it } from 'vitest';

import { adviceFor } from './adviceFor.ts';

it.each(Object.keys(ERRORS))('%s speaks of no request, header or JSON', (code) => {
  expect(adviceFor(code) ?? '').not.toMatch(/`|POST|GET|PUT|DELETE|JSON|header|Retry-After/);
});

it('keeps what anybody can do', () => {
  expect(adviceFor('version-exists')).toBe(ERRORS['version-exists'].fix);
  expect(adviceFor('invalid-body')).toBeUndefined();
  expect(adviceFor('code of tomorrow')).toBeUndefined();
});
