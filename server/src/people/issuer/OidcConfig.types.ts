/** An OpenID Connect issuer whose tokens are the sessions, and the audience that they need. */
export interface OidcConfig {
  issuer: string;
  audience: string;
}
