import { hkdfSync } from 'node:crypto';

import { TOKEN_SCOPES, type TokenScope } from '@host/contracts';

import { ApiError } from '../../errors/ApiError.ts';
import type { Queries } from '../../storage/database/Database.types.ts';
import type { Reach } from './Reach.ts';
import { acceptedSecret } from './replaceableSecrets.ts';
import { type TokenRow, findToken } from './tokenRows.ts';

/** What a caller showed. */
export interface CallersSecret {
  /** The token, or what a session has instead. */
  secret: string;
  /** The hash of the secret of the issued token, also where a session has begun with it. */
  tokenHash?: string | undefined;
  /** Throws when the session has ended since. */
  demandAlive?: (db: Queries) => Promise<void>;
}

/** The caller of the admin API, and what they may do. */
export class Caller {
  /** `root`, or the id of an issued token. */
  readonly actor: string;
  readonly #reach: Reach;
  readonly #scopes: readonly TokenScope[] | 'root';
  readonly #bearer: string;
  /** The hash of the secret that was shown; undefined for the root token and for people. */
  readonly tokenHash: string | undefined;
  readonly #demandAlive: ((db: Queries) => Promise<void>) | undefined;

  constructor(
    actor: string,
    scopes: readonly TokenScope[] | 'root',
    reach: Reach,
    { secret, tokenHash, demandAlive }: CallersSecret,
  ) {
    this.actor = actor;
    this.#reach = reach;
    this.#scopes = scopes;
    this.#bearer = secret;
    this.tokenHash = tokenHash;
    this.#demandAlive = demandAlive;
  }

  /** What the caller may do; the root token may do everything. */
  get scopes(): readonly TokenScope[] {
    return this.#scopes === 'root' ? TOKEN_SCOPES : this.#scopes;
  }

  /** Throws unless the caller has a scope, or one of several. */
  demandScope(scope: TokenScope | readonly TokenScope[]): void {
    if (this.#scopes === 'root') return;
    const enough = typeof scope === 'string' ? [scope] : scope;
    const has = this.#scopes;
    if (enough.some((each) => has.includes(each))) return;
    throw new ApiError(
      'scope-missing',
      `This needs the scope "${enough.join('" or "')}"; the token has ${has.join(', ')}.`,
    );
  }

  /** The existing mini-apps that the caller may change; undefined for all. */
  get apps(): readonly string[] | undefined {
    return this.#reach.apps;
  }

  /** Whether the caller is an operator of the platform: what an operator stops, only an operator starts again. */
  get isOperator(): boolean {
    return this.scopes.includes('trust') || !this.apps;
  }

  /** The publisher that new mini-apps of the caller belong to. */
  get publisher(): string | undefined {
    return this.#reach.publisher;
  }

  /** Throws unless the caller may change a mini-app, or create it. */
  async demandApp(appId: string): Promise<void> {
    if (await this.#reach.includes(appId)) return;
    throw new ApiError('app-not-allowed', `The token may not touch ${appId}.`);
  }

  /** Throws when the caller is restricted to some mini-apps. */
  demandAllApps(): void {
    if (!this.apps) return;
    throw new ApiError('app-not-allowed', 'The token is restricted to some mini-apps.');
  }

  /**
   * Throws when the token was revoked, its secret replaced and ended, or the session ended, since the request began, which can
   * be long ago for an upload.
   */
  async refuseRevoked(db: Queries, now = Date.now()): Promise<void> {
    await this.#demandAlive?.(db);
    const row = await findToken(db, this.actor);
    if (!row) return;
    if (row.revoked_at !== null) throw tokenRevoked(row);
    const isCurrent = (this.tokenHash ?? row.secret_hash) === row.secret_hash;
    if (!isCurrent) refuseEndedSecret(row, this.tokenHash!, now);
  }

  /** The same, and when the token has expired since: for what goes on without end. */
  async refuseEnded(db: Queries, now = Date.now()): Promise<void> {
    await this.refuseRevoked(db, now);
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
function tokenRevoked({ name }: Pick<TokenRow, 'name'>): ApiError {
  return new ApiError('token-revoked', `The token "${name}" was revoked.`);
}

/** The error for a token whose time is over. */
function tokenExpired({ name }: Pick<TokenRow, 'name'>): ApiError {
  return new ApiError('token-expired', `The token "${name}" has expired.`);
}
