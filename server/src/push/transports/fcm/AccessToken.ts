import type { KeyObject } from 'node:crypto';
import { stringify } from 'node:querystring';

import * as z from 'zod/mini';

import { Http2Client } from '../http2/Http2Client.ts';
import { outcomeOfFailure } from '../http2/outcomeOfFailure.ts';
import { parseJson } from '../parseJson.ts';
import { retryAfter } from '../retryAfter.ts';
import { signJwt } from '../signJwt.ts';
import type { Outcome } from '../Transport.types.ts';

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';
const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const ASSERTION_SECONDS = 3600;
/** How long before its expiry it is renewed, while sends continue with the old one. */
const AHEAD_MS = 5 * 60_000;

/** The part of a service account that signs. */
export interface ServiceAccountKey {
  clientEmail: string;
  privateKeyId: string;
  privateKey: KeyObject;
  /** The URL of the token endpoint. */
  tokenUrl: string;
}

/** The authorization header, or why there is none. */
export type Authorization =
  | { header: string; outcome?: undefined }
  | { header?: undefined; outcome: Outcome };

const Granted = z.object({
  access_token: z.string().check(z.regex(/^[\x21-\x7e]{1,8192}$/)),
  expires_in: z.number().check(z.positive()),
});
const Refused = z.object({ error: z.string() });

/** The access token of a service account: fetched once for all sends that need it, and renewed before it expires. */
export class AccessToken {
  readonly #account: ServiceAccountKey;
  readonly #client: Http2Client;
  readonly #now: () => number;
  #current: { authorization: Authorization; endsAt: number } | undefined;
  #asking: Promise<Authorization> | undefined;

  constructor(
    account: ServiceAccountKey,
    options: { ca?: string | undefined; timeoutMs?: number; now: () => number },
  ) {
    const { now, ...limits } = options;
    this.#account = account;
    this.#client = new Http2Client({ origin: new URL(account.tokenUrl).origin, ...limits });
    this.#now = now;
  }

  /** The header, synchronously while it is valid, which is nearly always. */
  get(): Authorization | Promise<Authorization> {
    const left = this.#current ? this.#current.endsAt - this.#now() : 0;
    if (left <= 0) return this.#ask();
    if (left < AHEAD_MS) void this.#ask();
    return this.#current!.authorization;
  }

  /** Drops a header that was rejected. */
  forget(refused: string): void {
    if (this.#current?.authorization.header === refused) this.#current = undefined;
  }

  close(): void {
    this.#client.close();
  }

  #ask(): Promise<Authorization> {
    // One request shared by all that wait; cleared when it settles, so that a failure can be retried.
    this.#asking ??= this.#fetch().finally(() => (this.#asking = undefined));
    return this.#asking;
  }

  async #fetch(): Promise<Authorization> {
    const { tokenUrl } = this.#account;
    const { answer, failure } = await this.#client.request({
      headers: {
        ':method': 'POST',
        ':path': new URL(tokenUrl).pathname,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: stringify({ grant_type: GRANT_TYPE, assertion: this.#assertion() }),
    });
    if (failure) return { outcome: outcomeOfFailure(failure) };
    const json = parseJson(answer.body);
    const granted = answer.status === 200 ? Granted.safeParse(json) : undefined;
    if (granted?.success) {
      const { access_token: token, expires_in: seconds } = granted.data;
      const authorization = { header: `Bearer ${token}` };
      this.#current = { authorization, endsAt: this.#now() + seconds * 1000 };
      return authorization;
    }
    const refused = Refused.safeParse(json);
    // Only an error in the format of Google's token endpoint means that the account is rejected: a proxy in between may
    // answer 4xx as well.
    if (answer.status >= 400 && answer.status < 500 && answer.status !== 429 && refused.success) {
      return { outcome: { kind: 'auth-problem', code: refused.data.error } };
    }
    const retryAfterMs = retryAfter(answer.headers['retry-after'], this.#now());
    return {
      outcome: {
        kind: 'retry',
        code: 'no-access-token',
        scope: 'service',
        ...(retryAfterMs !== undefined && { retryAfterMs }),
      },
    };
  }

  #assertion(): string {
    const { clientEmail, privateKeyId, privateKey, tokenUrl } = this.#account;
    const iat = Math.floor(this.#now() / 1000);
    return signJwt(
      privateKey,
      { iss: clientEmail, scope: SCOPE, aud: tokenUrl, iat, exp: iat + ASSERTION_SECONDS },
      { kid: privateKeyId },
    );
  }
}
