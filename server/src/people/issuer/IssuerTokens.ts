import { errors, jwtVerify } from 'jose';

import type { Authenticator, SignedIn } from '../Authenticator.types.ts';
import { tokenRefusal } from '../tokens/verifyOwnToken.ts';
import { IssuerKeys } from './IssuerKeys.ts';
import type { OidcConfig } from './OidcConfig.types.ts';
import { personFromClaims } from './personFromClaims.ts';

/** Asymmetric signatures only: with `none` or a shared secret anybody could forge tokens. */
const ALGORITHMS = 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' ');
/** The types of tokens that are sessions. An issuer signs others with the same keys, for example `logout+jwt`. */
const TYPES = new Set([undefined, 'jwt', 'at+jwt', 'application/at+jwt']);
const CLOCK_TOLERANCE_SECONDS = 10;

/** The tokens of a configured OpenID Connect issuer, which are the sessions. */
export class IssuerTokens implements Authenticator {
  readonly #config: OidcConfig;
  readonly #keys: IssuerKeys;

  constructor(config: OidcConfig, keys = new IssuerKeys(config.issuer)) {
    this.#config = config;
    this.#keys = keys;
  }

  async authenticate(token: string): Promise<SignedIn> {
    const { issuer, audience } = this.#config;
    try {
      const { payload, protectedHeader } = await jwtVerify(
        token,
        (header, input) => this.#keys.find(header, input),
        {
          issuer,
          audience,
          algorithms: ALGORITHMS,
          clockTolerance: CLOCK_TOLERANCE_SECONDS,
          requiredClaims: ['exp', 'sub'],
        },
      );
      if (!TYPES.has(protectedHeader.typ?.toLowerCase())) {
        throw new errors.JWTInvalid('The token is not one for signing in.');
      }
      return { person: personFromClaims(payload, issuer) };
    } catch (error) {
      throw tokenRefusal(error);
    }
  }

  /** The issuer manages the sessions; a mini-app's token expires soon. */
  async isActive(): Promise<boolean> {
    return true;
  }
}
