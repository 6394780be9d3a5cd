import { type JWTPayload, errors, jwtVerify } from 'jose';

import type { IssuerKeys } from './IssuerKeys.ts';

/** Asymmetric signatures only: with `none` or a shared secret anybody could forge tokens. */
const ALGORITHMS = 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' ');
const CLOCK_TOLERANCE_SECONDS = 10;

/** The expectations of an issuer's token. */
interface ExpectedToken {
  issuer: string;
  audience: string;
  /** The accepted token types: an issuer signs others with the same keys, for example `logout+jwt`. */
  types: ReadonlySet<string | undefined>;
}

/** The claims of a token that an issuer signed for an audience; throws what `jose` throws. */
export async function verifyIssued(
  token: string,
  keys: IssuerKeys,
  { issuer, audience, types }: ExpectedToken,
): Promise<JWTPayload> {
  const { payload, protectedHeader } = await jwtVerify(
    token,
    (header, input) => keys.find(header, input),
    {
      issuer,
      audience,
      algorithms: ALGORITHMS,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      requiredClaims: ['exp', 'sub'],
    },
  );
  if (!types.has(protectedHeader.typ?.toLowerCase())) {
    throw new errors.JWTInvalid('The token is not one for signing in.');
  }
  return payload;
}
