/** Somebody who signed in at an identity provider. */
export interface ProvenPerson {
  /** What the provider knows them by, for ever. */
  subject: string;
  name: string;
  groups: readonly string[];
}

/** What ties a sign-in to the browser that began it. */
export interface SignInSecrets {
  state: string;
  nonce: string;
  /** Of PKCE: shows that who redeems a code is who asked for it. */
  verifier: string;
}

/** An identity provider that people sign in to the console with. */
export interface IdentityProvider {
  /** What people call it. */
  readonly name: string;
  /** Where a browser is sent to. */
  addressOf(secrets: SignInSecrets, redirectUri: string): Promise<string>;
  /** Who came back with a code; throws when the provider does not vouch for them. */
  redeem(
    code: string,
    secrets: Pick<SignInSecrets, 'nonce' | 'verifier'>,
    redirectUri: string,
  ): Promise<ProvenPerson>;
}
