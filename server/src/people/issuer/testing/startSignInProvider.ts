import { Provider } from 'oidc-provider';

import type { ConsoleOidcConfig } from '../OidcConfig.types.ts';
import { listenOnLoopback } from './startIssuer.ts';

const CLIENT = { client_id: 'console', client_secret: 'the-secret-of-the-console' };

/** An OpenID Connect provider with a sign-in page that believes any name. */
export async function startSignInProvider(options: {
  redirectUri: string;
  /** The groups of people, by the name that they sign in with. */
  groups: Readonly<Record<string, readonly string[]>>;
  /** What people are called who are not called Archer, likewise. */
  names?: Readonly<Record<string, string>>;
  rules: ConsoleOidcConfig['rules'];
}): Promise<{ config: ConsoleOidcConfig; close: () => Promise<void> }> {
  const configuration = {
    clients: [{ ...CLIENT, redirect_uris: [options.redirectUri] }],
    claims: { openid: ['sub'], profile: ['name'], groups: ['groups'] },
    scopes: ['openid', 'profile', 'groups'],
    features: { devInteractions: { enabled: true } },
    pkce: { required: () => true },
    cookies: { keys: ['a key for the cookies of a test'] },
    findAccount: (_: unknown, id: string) => ({
      accountId: id,
      claims: async () => ({
        sub: id,
        name: options.names?.[id] ?? `${id} Archer`,
        groups: options.groups[id] ?? [],
      }),
    }),
  };
  const { origin, close } = await listenOnLoopback((issuer) =>
    new Provider(issuer, configuration).callback(),
  );
  const config = {
    issuer: origin,
    clientId: CLIENT.client_id,
    clientSecret: CLIENT.client_secret,
    scope: 'openid profile groups',
    groupsClaim: 'groups',
    rules: options.rules,
  };
  return { config, close };
}
