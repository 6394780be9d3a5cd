/** An OpenID Connect issuer whose tokens are taken as sessions, and whom they have to be made for. */
export interface OidcConfig {
  issuer: string;
  audience: string;
}
