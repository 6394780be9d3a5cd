import { hkdfSync } from 'node:crypto';

import type { TokenScope } from '@host/contracts';

import { ApiError } from '../../errors/ApiError.ts';
import type { Queries } from '../../storage/database/Database.types.ts';
import type { Reach } from './Reach.ts';
import { Rights } from './Rights.ts';
import { acceptedSecret } from './replaceableSecrets.ts';
import { type TokenRow, findToken } from './tokenRows.ts';

/** The credential of a caller. */
export interface CallersSecret {
  /** The token, or the secret of a session. */
  secret: string;
  /** The hash of the issued token's secret, also for a session that was started with it. */
  tokenHash?: string | undefined;
  /** Set if it is the secret of a session. */
  session?: SessionCheck;
  /** The person, if an identity provider authenticated them. */
  proven?: ProvenGroups;
}

/** Checks whether a session has ended since a request began. */
export interface SessionCheck {
  /** Throws when somebody has ended it. */
  requireKept: (db: Queries) => Promise<void>;
  /** The same, and also when it has expired. */
  requireInTime: (db: Queries) => Promise<void>;
}

/** The identity and groups that an identity provider confirmed. The rights of groups follow from rules, which can change. */
export interface ProvenGroups {
  issuer: string;
  groups: readonly string[];
}

/** The caller of the admin API, and what they may do. */
export class Caller extends Rights {
  /** `root`, or the id of an issued token. */
  readonly actor: string;
  /** Set for a person who signed in to the console by an identity provider. */
  readonly proven: ProvenGroups | undefined;
  readonly #bearer: string;
  /** The hash of the secret that was used; undefined for the root token and for people. */
  readonly tokenHash: string | undefined;
  readonly #session: SessionCheck | undefined;

  constructor(
    actor: string,
    scopes: readonly TokenScope[] | 'root',
    reach: Reach,
    { secret, tokenHash, session, proven }: CallersSecret,
  ) {
    super(scopes, reach);
    this.actor = actor;
    this.proven = proven;
    this.#bearer = secret;
    this.tokenHash = tokenHash;
    this.#session = session;
  }

  /**
   * Throws if, since the request began, the token was revoked, its replaced secret expired, or the session ended. For an
   * upload the request can have begun long ago.
   */
  async refuseRevoked(db: Queries, now = Date.now()): Promise<void> {
    await this.#session?.requireKept(db);
    const row = await findToken(db, this.actor);
    if (!row) return;
    if (row.revoked_at !== null) throw tokenRevoked(row);
    const isCurrent = (this.tokenHash ?? row.secret_hash) === row.secret_hash;
    if (!isCurrent) refuseEndedSecret(row, this.tokenHash!, now);
  }

  /** The same, and also if the token or the session has expired: for streams, which have no end. */
  async refuseEnded(db: Queries, now = Date.now()): Promise<void> {
    await this.refuseRevoked(db, now);
    await this.#session?.requireInTime(db);
    const row = await findToken(db, this.actor);
    if (row) refuseEndedSecret(row, this.tokenHash ?? row.secret_hash, now);
  }

  /** A key that can be derived from this token only: what it encrypts is unreadable in the database. */
  sealingKey(): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#bearer, '', 'host idempotent answers', 32));
  }
}

/** Throws unless the secret of this hash is one that the token is accepted with. */
export function refuseEndedSecret(row: TokenRow, hash: string, now: number): void {
  if (row.revoked_at !== null) throw tokenRevoked(row);
  if (acceptedSecret(row, hash, now)) return;
  if (hash === row.secret_hash) throw tokenExpired(row);
  throw new ApiError('token-expired', `The secret of the token "${row.name}" was replaced.`);
}

/** The error for a revoked token. */
export function tokenRevoked({ name }: Pick<TokenRow, 'name'>): ApiError {
  return new ApiError('token-revoked', `The token "${name}" was revoked.`);
}

/** The error for an expired token. */
function tokenExpired({ name }: Pick<TokenRow, 'name'>): ApiError {
  return new ApiError('token-expired', `The token "${name}" has expired.`);
}
