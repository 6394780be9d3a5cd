import type { GroupRule } from '../../operations/console/oidc/GroupRule.types.ts';

/** An OpenID Connect issuer whose tokens are the sessions, and the audience that they need. */
export interface OidcConfig {
  issuer: string;
  audience: string;
}

/** An OpenID Connect provider that people sign in to the console with, and what their groups may do there. */
export interface ConsoleOidcConfig {
  issuer: string;
  clientId: string;
  /** Undefined for a public client: PKCE protects the code in any case. */
  clientSecret: string | undefined;
  scope: string;
  /** The claim that contains the groups. */
  groupsClaim: string;
  /** The first match counts. */
  rules: readonly GroupRule[];
}
