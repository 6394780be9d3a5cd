import { hkdfSync } from 'node:crypto';

import type { TokenScope } from '@host/contracts';

import { ApiError } from '../ApiError.ts';

/** Who sends a request to the admin API, and what they may do. */
export class Caller {
  /** `root`, or the id of an issued token. */
  readonly actor: string;
  /** The only mini-apps that the caller may touch; undefined for all. */
  readonly apps: readonly string[] | undefined;
  readonly #scopes: readonly TokenScope[] | 'root';
  readonly #bearer: string;

  constructor(
    actor: string,
    scopes: readonly TokenScope[] | 'root',
    apps: readonly string[] | undefined,
    bearer: string,
  ) {
    this.actor = actor;
    this.apps = apps;
    this.#scopes = scopes;
    this.#bearer = bearer;
  }

  /** Throws unless the caller has a scope; `root` is what only the ADMIN_TOKEN has. */
  demandScope(scope: TokenScope | 'root'): void {
    if (this.#scopes === 'root') return;
    if (scope !== 'root' && this.#scopes.includes(scope)) return;
    throw new ApiError(
      'scope-missing',
      scope === 'root'
        ? 'Only the root ADMIN_TOKEN may do this.'
        : `This needs the scope "${scope}"; the token has ${this.#scopes.join(', ')}.`,
    );
  }

  /** Throws unless the caller may touch a mini-app. */
  demandApp(appId: string): void {
    if (!this.apps || this.apps.includes(appId)) return;
    throw new ApiError('app-not-allowed', `The token may not touch ${appId}.`);
  }

  /** A key that only the bearer of this token can derive again: what it seals is unreadable in the database. */
  sealingKey(): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#bearer, '', 'host idempotent answers', 32));
  }
}
