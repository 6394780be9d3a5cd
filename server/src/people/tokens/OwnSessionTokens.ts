import { LIMITS } from '@host/contracts';
import { SignJWT } from 'jose';

import { ApiError } from '../../errors/ApiError.ts';
import type { Database } from '../../storage/database/Database.types.ts';
import type { Authenticator, SessionReference, SignedIn } from '../Authenticator.types.ts';
import { toPerson } from '../records/accountRows.ts';
import { findSessionsAccount } from '../records/sessionRows.ts';
import { SIGNING_ALGORITHM, type SigningKeys } from '../secrets/SigningKeys.ts';
import { verifyOwnToken } from './verifyOwnToken.ts';

/** Distinguishes access tokens from tokens of mini-apps, which are signed with the same keys (RFC 9068). */
const TYPE = 'at+jwt';

/**
 * The access tokens of sessions that this server manages. Besides the signature, the session is looked up: signing out
 * takes effect at once, not when the token expires.
 */
export class OwnSessionTokens implements Authenticator {
  readonly #db: Database;
  readonly #keys: SigningKeys;
  readonly #issuer: string;
  readonly #now: () => number;

  constructor(db: Database, keys: SigningKeys, issuer: string, now: () => number = Date.now) {
    this.#db = db;
    this.#keys = keys;
    this.#issuer = issuer;
    this.#now = now;
  }

  async issue(session: { id: string; personId: string }): Promise<string> {
    const { id, privateKey } = this.#keys.current();
    const now = Math.floor(this.#now() / 1000);
    return new SignJWT({ sid: session.id })
      .setProtectedHeader({ alg: SIGNING_ALGORITHM, kid: id, typ: TYPE })
      .setIssuer(this.#issuer)
      .setAudience(this.#issuer)
      .setSubject(session.personId)
      .setIssuedAt(now)
      .setExpirationTime(now + LIMITS.accessTokenSeconds)
      .sign(privateKey);
  }

  async authenticate(token: string): Promise<SignedIn> {
    const { sid } = await verifyOwnToken(token, this.#keys, {
      typ: TYPE,
      issuer: this.#issuer,
      audience: this.#issuer,
      currentDate: new Date(this.#now()),
      requiredClaims: ['exp', 'sub', 'sid'],
    });
    const sessionId = sid as string;
    const account = await findSessionsAccount(this.#db, sessionId, this.#now());
    if (!account) throw new ApiError('session-ended', 'The session was signed out.');
    return { person: toPerson(account), sessionId };
  }

  async isActive({ sessionId }: SessionReference): Promise<boolean> {
    if (sessionId === undefined) return false;
    return (await findSessionsAccount(this.#db, sessionId, this.#now())) !== undefined;
  }
}
