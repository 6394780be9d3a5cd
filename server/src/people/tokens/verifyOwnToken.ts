import { type JWTPayload, type JWTVerifyOptions, errors, jwtVerify } from 'jose';

import { ApiError } from '../../errors/ApiError.ts';
import { SIGNING_ALGORITHM, type SigningKeys } from '../secrets/SigningKeys.ts';

/** The claims of a valid token that was signed with a key of ours; throws an ApiError 401 for others. */
export async function verifyOwnToken(
  token: string,
  keys: SigningKeys,
  expected: JWTVerifyOptions,
): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(
      token,
      ({ kid }) => {
        const key = keys.find(kid);
        if (!key) throw new errors.JWKSNoMatchingKey();
        return key;
      },
      { ...expected, algorithms: [SIGNING_ALGORITHM] },
    );
    return payload;
  } catch (error) {
    throw tokenRefusal(error);
  }
}

/** The error for an invalid token; errors that have another cause are returned as they are. */
export function tokenRefusal(error: unknown): unknown {
  if (error instanceof errors.JWTExpired) {
    return new ApiError('access-token-expired', 'The token was good until a moment ago.');
  }
  if (error instanceof errors.JOSEError) {
    return new ApiError('unauthorized', 'The token is not one that is accepted here.', {
      cause: error,
    });
  }
  return error;
}
