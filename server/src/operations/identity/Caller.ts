import { hkdfSync } from 'node:crypto';

import type { TokenScope } from '@host/contracts';

import { ApiError } from '../../errors/ApiError.ts';
import type { Queries } from '../../storage/database/Database.types.ts';
import type { Reach } from './Reach.ts';
import { Rights } from './Rights.ts';
import { acceptedSecret } from './replaceableSecrets.ts';
import { type TokenRow, findToken } from './tokenRows.ts';

/** What a caller showed. */
export interface CallersSecret {
  /** The token, or what a session has instead. */
  secret: string;
  /** The hash of the secret of the issued token, also where a session has begun with it. */
  tokenHash?: string | undefined;
  /** The session that stands for it. */
  session?: SessionCheck;
  /** Who showed it, where an identity provider proved them. */
  proven?: ProvenGroups;
}

/** Looks whether a session has ended since a request began. */
export interface SessionCheck {
  /** Throws when somebody has ended it. */
  demandKept: (db: Queries) => Promise<void>;
  /** The same, and when its time is over. */
  demandInTime: (db: Queries) => Promise<void>;
}

/** Whom an identity provider proved: what their groups may do is said by rules, which change. */
export interface ProvenGroups {
  issuer: string;
  groups: readonly string[];
}

/** The caller of the admin API, and what they may do. */
export class Caller extends Rights {
  /** `root`, or the id of an issued token. */
  readonly actor: string;
  /** Of somebody who signed in to the console by an identity provider. */
  readonly proven: ProvenGroups | undefined;
  readonly #bearer: string;
  /** The hash of the secret that was shown; undefined for the root token and for people. */
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
   * Throws when the token was revoked, its secret replaced and ended, or the session ended, since the request began, which can
   * be long ago for an upload.
   */
  async refuseRevoked(db: Queries, now = Date.now()): Promise<void> {
    await this.#session?.demandKept(db);
    const row = await findToken(db, this.actor);
    if (!row) return;
    if (row.revoked_at !== null) throw tokenRevoked(row);
    const isCurrent = (this.tokenHash ?? row.secret_hash) === row.secret_hash;
    if (!isCurrent) refuseEndedSecret(row, this.tokenHash!, now);
  }

  /** The same, and when the time of the token or of the session is over: for what goes on without end. */
  async refuseEnded(db: Queries, now = Date.now()): Promise<void> {
    await this.refuseRevoked(db, now);
    await this.#session?.demandInTime(db);
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

/** The error for a token whose time is over. */
function tokenExpired({ name }: Pick<TokenRow, 'name'>): ApiError {
  return new ApiError('token-expired', `The token "${name}" has expired.`);
}
