import { ApiError } from '../../errors/ApiError.ts';

/** What whoever follows a link that opens nothing is told: not whether it ever did. */
export function linkInvalid(): ApiError {
  return new ApiError('link-invalid', 'The link was used already, has expired, or is not whole.');
}
