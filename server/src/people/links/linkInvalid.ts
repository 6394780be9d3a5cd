import { ApiError } from '../../errors/ApiError.ts';

/** The error for an invalid link, which does not tell whether it ever was valid. */
export function linkInvalid(): ApiError {
  return new ApiError('link-invalid', 'The link was used already, has expired, or is not whole.');
}
