import { expect } from 'vitest';

import { ApiClientError } from '../ApiClientError.ts';

/** The error that a call ends with. */
export async function failureOf(call: Promise<unknown>): Promise<ApiClientError> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ApiClientError);
  return error as ApiClientError;
}
