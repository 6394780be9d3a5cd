import { ApiError } from '../../../errors/ApiError.ts';

/** The ApiError that a promise rejects with; anything else fails the test. */
export async function refusalOf(outcome: Promise<unknown>): Promise<ApiError> {
  const result = await outcome.catch((error: unknown) => error);
  if (result instanceof ApiError) return result;
  throw new Error('expected a refusal', { cause: result });
}
