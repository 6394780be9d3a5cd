import { hkdfSync } from 'node:crypto';

import { TOKEN_SCOPES, type TokenScope } from '@host/contracts';

import { ApiError } from '../../errors/ApiError.ts';
import type { Queries } from '../../storage/database/Database.types.ts';
import type { Reach } from './Reach.ts';
import { type TokenRow, findToken } from './tokenRows.ts';

/** Who sends a request to the admin API, and what they may do. */
export class Caller {
  /** `root`, or the id of an issued token. */
  readonly actor: string;
  readonly #reach: Reach;
  readonly #scopes: readonly TokenScope[] | 'root';
  readonly #bearer: string;

  constructor(actor: string, scopes: readonly TokenScope[] | 'root', reach: Reach, bearer: string) {
    this.actor = actor;
    this.#reach = reach;
    this.#scopes = scopes;
    this.#bearer = bearer;
  }

  /** What the caller may do; the root token may do everything. */
  get scopes(): readonly TokenScope[] {
    return this.#scopes === 'root' ? TOKEN_SCOPES : this.#scopes;
  }

  /** Throws unless the caller has a scope, or one of several; `root` is what only the ADMIN_TOKEN has. */
  demandScope(scope: TokenScope | readonly TokenScope[] | 'root'): void {
    if (this.#scopes === 'root') return;
    const enough: readonly TokenScope[] =
      scope === 'root' ? [] : typeof scope === 'string' ? [scope] : scope;
    const has = this.#scopes;
    if (enough.some((each) => has.includes(each))) return;
    throw new ApiError(
      'scope-missing',
      enough.length === 0
        ? 'Only the root ADMIN_TOKEN may do this.'
        : `This needs the scope "${enough.join('" or "')}"; the token has ${has.join(', ')}.`,
    );
  }

  /** The only mini-apps that the caller may touch, of those that there are; undefined for all. */
  get apps(): readonly string[] | undefined {
    return this.#reach.apps;
  }

  /** Whether the caller speaks for the platform and not for some mini-apps: what it stops, only its like starts again. */
  get isOperator(): boolean {
    return this.#scopes === 'root' || this.#scopes.includes('trust') || !this.apps;
  }

  /** Whom the mini-apps belong to that the caller is the first to touch. */
  get publisher(): string | undefined {
    return this.#reach.publisher;
  }

  /** Throws unless the caller may touch a mini-app, or be the first to do so. */
  async demandApp(appId: string): Promise<void> {
    if (await this.#reach.includes(appId)) return;
    throw new ApiError('app-not-allowed', `The token may not touch ${appId}.`);
  }

  /** Throws when the caller is restricted to some mini-apps. */
  demandAllApps(): void {
    if (!this.apps) return;
    throw new ApiError('app-not-allowed', 'The token is restricted to some mini-apps.');
  }

  /** Throws when the token was revoked since the request began, which may be as long ago as an upload takes. */
  async refuseRevoked(db: Queries): Promise<void> {
    const row = await findToken(db, this.actor);
    if (row && row.revoked_at !== null) throw tokenRevoked(row);
  }

  /** A key that only the bearer of this token can derive again: what it seals is unreadable in the database. */
  sealingKey(): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#bearer, '', 'host idempotent answers', 32));
  }
}

/** The refusal of a token that was revoked. */
export function tokenRevoked({ name }: Pick<TokenRow, 'name'>): ApiError {
  return new ApiError('token-revoked', `The token "${name}" was revoked.`);
}
