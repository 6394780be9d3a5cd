import { ApiError } from '../errors/ApiError.ts';
import { bearerIn } from '../http/headers/bearerIn.ts';

/** The token of an `Authorization` header; undefined when there is no header at all. */
export function bearerOf(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined;
  const token = bearerIn(authorization);
  if (token) return token;
  throw new ApiError('unauthorized', 'The header Authorization is not Bearer <token>.');
}
