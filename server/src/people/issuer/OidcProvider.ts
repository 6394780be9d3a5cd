import { LIMITS, withoutUnseen } from '@host/contracts';
import * as z from 'zod/mini';

import { challengeOf } from '../../operations/console/oidc/challengeOf.ts';
import type {
  IdentityProvider,
  ProvenPerson,
  SignInSecrets,
} from '../../operations/console/oidc/IdentityProvider.types.ts';
import { IssuerKeys } from './IssuerKeys.ts';
import type { ConsoleOidcConfig } from './OidcConfig.types.ts';
import { nameFromClaims } from './personFromClaims.ts';
import { verifyIssued } from './verifyIssued.ts';

const TIMEOUT_MS = 5000;
/** A token response has a few kilobytes, even with hundreds of groups. */
const MAX_ANSWER_BYTES = 256 * 1024;
const MAX_GROUPS = 1000;
const ID_TOKEN_TYPES = new Set([undefined, 'jwt']);

const TokenAnswer = z.object({
  id_token: z.string(),
  access_token: z.optional(z.string()),
});
/** Some providers send a single group as a string. */
const Groups = z.union([
  z.array(z.string().check(z.maxLength(1000))).check(z.maxLength(MAX_GROUPS)),
  z.string().check(z.maxLength(1000)),
]);
// OpenID Connect: at most 255 printable ASCII characters.
const Subject = z.string().check(z.regex(/^[\x20-\x7e]{1,255}$/));

/** An OpenID Connect provider that people sign in to the console with: authorization code, PKCE, state and nonce. */
export class OidcProvider implements IdentityProvider {
  readonly #config: ConsoleOidcConfig;
  readonly #keys: IssuerKeys;

  constructor(config: ConsoleOidcConfig, keys = new IssuerKeys(config.issuer)) {
    this.#config = config;
    this.#keys = keys;
  }

  get name(): string {
    return new URL(this.#config.issuer).host;
  }

  async addressOf({ state, nonce, verifier }: SignInSecrets, redirectUri: string): Promise<string> {
    const { authorization } = await this.#keys.endpoints();
    const address = new URL(authorization);
    const parameters = {
      response_type: 'code',
      client_id: this.#config.clientId,
      redirect_uri: redirectUri,
      scope: this.#config.scope,
      state,
      nonce,
      code_challenge: challengeOf(verifier),
      code_challenge_method: 'S256',
    };
    for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
    return address.href;
  }

  async redeem(
    code: string,
    { nonce, verifier }: Pick<SignInSecrets, 'nonce' | 'verifier'>,
    redirectUri: string,
  ): Promise<ProvenPerson> {
    const { issuer, clientId, clientSecret, groupsClaim } = this.#config;
    const { token, userinfo } = await this.#keys.endpoints();
    const answer = TokenAnswer.parse(
      await askJson(token, {
        method: 'POST',
        headers: clientSecret === undefined ? {} : { authorization: basic(clientId, clientSecret) },
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          code,
          redirect_uri: redirectUri,
          client_id: clientId,
          code_verifier: verifier,
        }),
      }),
    );
    const claims = await verifyIssued(answer.id_token, this.#keys, {
      issuer,
      audience: clientId,
      types: ID_TOKEN_TYPES,
    });
    if (claims['nonce'] !== nonce) throw new Error('The ID token is of another sign-in.');
    if (Array.isArray(claims.aud) && claims.aud.length > 1 && claims['azp'] !== clientId) {
      throw new Error('The ID token was given to another client.');
    }
    const subject = Subject.parse(claims.sub);
    const known: Record<string, unknown> = { ...claims };
    if (known[groupsClaim] === undefined && userinfo && answer.access_token !== undefined) {
      const authorization = `Bearer ${answer.access_token}`;
      const more = z
        .record(z.string(), z.unknown())
        .parse(await askJson(userinfo, { headers: { authorization } }));
      // The claims of another subject must never be mixed in.
      if (more['sub'] !== subject) throw new Error('The provider told about somebody else.');
      Object.assign(known, more);
    }
    const groups = Groups.safeParse(known[groupsClaim]);
    return {
      subject,
      name: nameFromClaims(known) ?? withoutUnseen(subject.slice(0, LIMITS.nameLength)),
      groups: groups.success ? [groups.data].flat() : [],
    };
  }
}

/** Sends a request to the provider, with limits on the time and the size of the response. */
async function askJson(
  address: string,
  init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> },
): Promise<unknown> {
  const response = await fetch(address, {
    ...init,
    headers: { accept: 'application/json', ...init.headers },
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await readUpTo(response, MAX_ANSWER_BYTES);
  if (!response.ok) throw new Error(`${new URL(address).origin} answered ${response.status}.`);
  return JSON.parse(text);
}

async function readUpTo({ body }: Response, bytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > bytes) throw new Error('The answer of the provider is too long.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** RFC 6749, 2.3.1: both are encoded as in a form before they are joined. */
function basic(id: string, secret: string): string {
  const encoded = [id, secret].map((text) =>
    new URLSearchParams({ text }).toString().slice('text='.length),
  );
  return `Basic ${Buffer.from(encoded.join(':')).toString('base64')}`;
}
