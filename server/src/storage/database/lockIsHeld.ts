import { ApiError } from '../../errors/ApiError.ts';

/** The error of those who waited for a lock for too long. */
export function lockIsHeld(cause?: unknown): ApiError {
  return new ApiError('unavailable', 'Somebody else is working on the same thing.', {
    retryAfterSeconds: 5,
    cause,
  });
}
