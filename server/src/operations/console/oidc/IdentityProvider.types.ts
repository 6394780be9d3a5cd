/** Somebody who signed in at an identity provider. */
export interface ProvenPerson {
  /** The provider's permanent id for the person. */
  subject: string;
  name: string;
  groups: readonly string[];
}

/** The secrets that tie a sign-in to the browser that began it. */
export interface SignInSecrets {
  state: string;
  nonce: string;
  /** The PKCE verifier: proves that whoever redeems a code also requested it. */
  verifier: string;
}

/** An identity provider that people sign in to the console with. */
export interface IdentityProvider {
  /** Its display name. */
  readonly name: string;
  /** The URL that the browser is redirected to. */
  addressOf(secrets: SignInSecrets, redirectUri: string): Promise<string>;
  /** Exchanges a code for the person who signed in; throws if the provider does not confirm it. */
  redeem(
    code: string,
    secrets: Pick<SignInSecrets, 'nonce' | 'verifier'>,
    redirectUri: string,
  ): Promise<ProvenPerson>;
}
