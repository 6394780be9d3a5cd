import {
  type FlattenedJWSInput,
  type JWTHeaderParameters,
  type JSONWebKeySet,
  type CryptoKey,
  createLocalJWKSet,
  createRemoteJWKSet,
  errors,
} from 'jose';
import * as z from 'zod/mini';

import { ApiError } from '../../errors/ApiError.ts';

const TIMEOUT_MS = 5000;
const DISCOVER_EVERY_MS = 60 * 60 * 1000;
const FETCH_KEYS_EVERY_MS = 10 * 60 * 1000;
/** An unknown key id may be of a new key, so the keys are fetched again, but never more often than this. */
const ASK_AGAIN_AFTER_MS = 30 * 1000;
/** How long fetched keys are used while the issuer is unreachable. */
const STALE_AFTER_MS = 24 * 60 * 60 * 1000;

const Discovery = z.object({
  issuer: z.string(),
  jwks_uri: z.string(),
  authorization_endpoint: z.optional(z.string()),
  token_endpoint: z.optional(z.string()),
  userinfo_endpoint: z.optional(z.string()),
});

/** The sign-in endpoints of an issuer. */
interface Endpoints {
  authorization: string;
  token: string;
  userinfo: string | undefined;
}

type RemoteSet = ReturnType<typeof createRemoteJWKSet>;

/** The keys of an OpenID Connect issuer: found by discovery, cached, and fetched again when they rotate. */
export class IssuerKeys {
  readonly #issuer: string;
  readonly #now: () => number;
  #remote: RemoteSet | undefined;
  #endpoints: Endpoints | undefined;
  #discoveredAt = 0;
  #failedAt = Number.NEGATIVE_INFINITY;
  #discovering: Promise<RemoteSet> | undefined;
  #last: { keys: JSONWebKeySet; at: number } | undefined;

  constructor(issuer: string, now: () => number = Date.now) {
    this.#issuer = issuer;
    this.#now = now;
  }

  /** The key that a token was signed with. */
  async find(header: JWTHeaderParameters, token: FlattenedJWSInput): Promise<CryptoKey> {
    try {
      const remote = await this.#set();
      const key = await remote(header, token);
      const keys = remote.jwks();
      if (keys) this.#last = { keys, at: this.#now() };
      return key;
    } catch (error) {
      if (isAboutToken(error)) throw error;
      return this.#findAmongOld(header, token, error);
    }
  }

  /** The sign-in endpoints; throws if the issuer is unreachable, or does not publish any. */
  async endpoints(): Promise<Endpoints> {
    try {
      await this.#set();
    } catch (cause) {
      throw this.#unavailable(cause);
    }
    if (this.#endpoints) return this.#endpoints;
    throw this.#unavailable(new Error('Its discovery names no addresses to sign in at.'));
  }

  #unavailable(cause: unknown): ApiError {
    return new ApiError('identity-provider-unavailable', `${this.#issuer} could not be asked.`, {
      retryAfterSeconds: 5,
      cause,
    });
  }

  async #findAmongOld(
    header: JWTHeaderParameters,
    token: FlattenedJWSInput,
    cause: unknown,
  ): Promise<CryptoKey> {
    if (this.#last && this.#now() - this.#last.at < STALE_AFTER_MS) {
      return createLocalJWKSet(this.#last.keys)(header, token);
    }
    throw this.#unavailable(cause);
  }

  async #set(): Promise<RemoteSet> {
    const now = this.#now();
    if (this.#remote && now - this.#discoveredAt < DISCOVER_EVERY_MS) return this.#remote;
    if (now - this.#failedAt < TIMEOUT_MS) {
      if (this.#remote) return this.#remote;
      throw new Error('The issuer could not be reached a moment ago.');
    }
    this.#discovering ??= this.#discover().finally(() => (this.#discovering = undefined));
    try {
      return await this.#discovering;
    } catch (error) {
      this.#failedAt = this.#now();
      if (this.#remote) return this.#remote;
      throw error;
    }
  }

  async #discover(): Promise<RemoteSet> {
    const address = `${this.#issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const response = await fetch(address, {
      headers: { accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`${address} answered ${response.status}.`);
    const discovered = Discovery.parse(await response.json());
    const { issuer, jwks_uri } = discovered;
    if (issuer !== this.#issuer) {
      throw new Error(
        `${address} says that it is ${issuer}; the configured issuer has to be the same text.`,
      );
    }
    const {
      authorization_endpoint: authorization,
      token_endpoint: token,
      userinfo_endpoint: userinfo,
    } = discovered;
    for (const each of [jwks_uri, authorization, token, userinfo]) {
      if (each === undefined) continue;
      const { protocol } = new URL(each);
      if (protocol === 'https:' || protocol === new URL(issuer).protocol) continue;
      throw new Error(`${address} names an address that is not https.`);
    }
    const keysAt = new URL(jwks_uri);
    this.#endpoints =
      authorization === undefined || token === undefined
        ? undefined
        : { authorization, token, userinfo };
    this.#remote = createRemoteJWKSet(keysAt, {
      timeoutDuration: TIMEOUT_MS,
      cooldownDuration: ASK_AGAIN_AFTER_MS,
      cacheMaxAge: FETCH_KEYS_EVERY_MS,
    });
    this.#discoveredAt = this.#now();
    return this.#remote;
  }
}

// Other errors mean that the keys could not be fetched, not that the token is invalid.
function isAboutToken(error: unknown): boolean {
  return (
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys ||
    error instanceof errors.JOSENotSupported
  );
}
