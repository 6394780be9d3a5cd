import { ERRORS } from '@host/contracts';
import { describe, expect, it } from 'vitest';

import { ApiClientError } from './ApiClientError.ts';

describe('ApiClientError', () => {
  it.each(Object.entries(ERRORS))('%s ends with how to mend it', (code, { fix }) => {
    const error = new ApiClientError(code, 'This happened.');
    expect(error.message).toBe(`This happened. ${fix}`);
    expect(error.detail).toBe('This happened.');
  });

  it.each(['network', 'timeout', 'not-json', 'unexpected-answer'])(
    '%s, which the client found, says how to mend it, too',
    (code) => {
      expect(new ApiClientError(code, 'This happened.').message).toMatch(
        /^This happened\. [A-Z].*\.$/,
      );
    },
  );

  it('takes codes of a newer server as they are', () => {
    const error = new ApiClientError('toString', 'This happened.', { status: 418 });
    expect(error).toMatchObject({ code: 'toString', message: 'This happened.', status: 418 });
  });

  it.each([
    ['network', undefined, true],
    ['timeout', undefined, true],
    ['rate-limited', 429, true],
    ['unavailable', 503, true],
    ['not-json', 502, true],
    ['idempotency-in-progress', 409, true],
    ['version-exists', 409, false],
    ['invalid-body', 422, false],
    ['internal-error', 500, false],
    ['storage-full', 507, false],
    ['not-json', 200, false],
  ])('%s with status %s: worth sending again is %s', (code, status, retryable) => {
    expect(new ApiClientError(code, 'x', { status }).retryable).toBe(retryable);
  });
});
