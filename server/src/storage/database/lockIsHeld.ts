import { ApiError } from '../../errors/ApiError.ts';

/** The error for a caller that waited too long for a lock. */
export function lockIsHeld(cause?: unknown): ApiError {
  return new ApiError('unavailable', 'Somebody else is working on the same thing.', {
    retryAfterSeconds: 5,
    cause,
  });
}
