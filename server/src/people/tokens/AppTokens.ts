import { createHmac } from 'node:crypto';

import { LIMITS } from '@host/contracts';
import { SignJWT } from 'jose';

import { ApiError } from '../../errors/ApiError.ts';
import { seal, unseal } from '../../operations/actions/idempotency/seal.ts';
import type { SessionReference } from '../Authenticator.types.ts';
import type { PeopleSecrets } from '../secrets/openPeopleSecrets.ts';
import { SIGNING_ALGORITHM, type SigningKeys } from '../secrets/SigningKeys.ts';
import { verifyOwnToken } from './verifyOwnToken.ts';

const TYPE = 'JWT';
/** The session that the token was issued in, encrypted for this server. */
const REFERENCE_CLAIM = 'ref';

/** What this server reads from a mini-app's token. */
export interface ReadAppToken {
  appId: string;
  openId: string;
  reference: SessionReference;
}

/** The tokens of mini-apps: each identifies the person to that one mini-app only, and contains nothing else. */
export class AppTokens {
  readonly #keys: SigningKeys;
  readonly #secrets: Pick<PeopleSecrets, 'pairwise' | 'reference'>;
  readonly #issuer: string;
  readonly #now: () => number;

  constructor(
    keys: SigningKeys,
    secrets: Pick<PeopleSecrets, 'pairwise' | 'reference'>,
    issuer: string,
    now: () => number = Date.now,
  ) {
    this.#keys = keys;
    this.#secrets = secrets;
    this.#issuer = issuer;
    this.#now = now;
  }

  openIdOf(personId: string, appId: string): string {
    const mac = createHmac('sha256', this.#secrets.pairwise);
    return mac.update(JSON.stringify([personId, appId])).digest('base64url');
  }

  async issue(appId: string, reference: SessionReference): Promise<string> {
    const { id, privateKey } = this.#keys.current();
    const now = Math.floor(this.#now() / 1000);
    // Encrypted anew each time: two mini-apps that compare their tokens find nothing in common.
    const ref = seal(JSON.stringify(reference), this.#secrets.reference);
    return new SignJWT({ [REFERENCE_CLAIM]: ref })
      .setProtectedHeader({ alg: SIGNING_ALGORITHM, kid: id, typ: TYPE })
      .setIssuer(this.#issuer)
      .setAudience(appId)
      .setSubject(this.openIdOf(reference.personId, appId))
      .setIssuedAt(now)
      .setExpirationTime(now + LIMITS.appTokenSeconds)
      .sign(privateKey);
  }

  async read(token: string): Promise<ReadAppToken> {
    const claims = await verifyOwnToken(token, this.#keys, {
      typ: TYPE,
      issuer: this.#issuer,
      currentDate: new Date(this.#now()),
      requiredClaims: ['exp', 'sub', 'aud', REFERENCE_CLAIM],
    });
    const { aud, sub, [REFERENCE_CLAIM]: ref } = claims;
    if (typeof aud !== 'string' || sub === undefined || typeof ref !== 'string') {
      throw new ApiError('unauthorized', 'The token is not one of a mini-app.');
    }
    const reference = JSON.parse(unseal(ref, this.#secrets.reference)) as SessionReference;
    return { appId: aud, openId: sub, reference };
  }
}
