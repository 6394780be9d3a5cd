import type { Authenticator, SignedIn } from '../Authenticator.types.ts';
import { tokenRefusal } from '../tokens/verifyOwnToken.ts';
import { IssuerKeys } from './IssuerKeys.ts';
import type { OidcConfig } from './OidcConfig.types.ts';
import { personFromClaims } from './personFromClaims.ts';
import { verifyIssued } from './verifyIssued.ts';

/** The types of tokens that are sessions. An issuer signs others with the same keys, for example `logout+jwt`. */
const TYPES = new Set([undefined, 'jwt', 'at+jwt', 'application/at+jwt']);

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
      const payload = await verifyIssued(token, this.#keys, { issuer, audience, types: TYPES });
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
