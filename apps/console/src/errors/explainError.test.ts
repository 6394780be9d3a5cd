import { ApiClientError } from '@host/api-client';
import { describe, expect, it } from 'vitest';

import { explainError } from './explainError.ts';

const problem = (errors: { pointer: string; code: string; detail: string }[]) =>
  new ApiClientError('invalid-body', 'The body does not fit.', {
    status: 422,
    requestId: 'r1',
    problem: { type: 't', title: 't', status: 422, code: 'invalid-body', detail: 'd', errors },
  });

describe('an error', () => {
  it('stands at the field that it is about', () => {
    const error = problem([
      { pointer: '/percentage', code: 'too-big', detail: 'at most 100' },
      { pointer: '/percentage', code: 'x', detail: 'at most two decimals' },
    ]);
    expect(explainError(error, ['percentage'])).toEqual({
      text: 'Some of it does not fit.',
      fields: { percentage: 'At most 100' },
      code: 'invalid-body',
      requestId: 'r1',
    });
  });

  it('about a field that the form does not have is said as well', () => {
    const error = problem([{ pointer: '/scopes/0', code: 'x', detail: 'unknown' }]);
    expect(explainError(error, ['name']).text).toMatch(/scopes\/0: unknown$/);
  });

  it('without an answer says that nothing was lost', () => {
    expect(explainError(new ApiClientError('network', 'x')).text).toContain('Nothing was lost');
  });

  it('of another kind is its message', () => {
    expect(explainError(new Error('Odd')).text).toBe('Odd');
  });
});
