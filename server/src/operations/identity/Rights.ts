import { TOKEN_SCOPES, type TokenScope } from '@host/contracts';

import { ApiError } from '../../errors/ApiError.ts';
import type { Queries } from '../../storage/database/Database.types.ts';
import type { Reach } from './Reach.ts';

/** What somebody may do in the admin API, and to which mini-apps. */
export class Rights {
  #reach: Reach;
  readonly #scopes: readonly TokenScope[] | 'root';

  constructor(scopes: readonly TokenScope[] | 'root', reach: Reach) {
    this.#scopes = scopes;
    this.#reach = reach;
  }

  /** The root token may do everything. */
  get scopes(): readonly TokenScope[] {
    return this.#scopes === 'root' ? TOKEN_SCOPES : this.#scopes;
  }

  /** Throws unless a scope, or one of several, is granted. */
  requireScope(scope: TokenScope | readonly TokenScope[]): void {
    if (this.#scopes === 'root') return;
    const enough = typeof scope === 'string' ? [scope] : scope;
    const has = this.#scopes;
    if (enough.some((each) => has.includes(each))) return;
    throw new ApiError(
      'scope-missing',
      `This needs the scope "${enough.join('" or "')}"; the token has ${has.join(', ')}.`,
    );
  }

  /** Whether the caller may see the names of tokens and server keys: whoever may list them does. */
  get seesNames(): boolean {
    return this.scopes.includes('admin');
  }

  /** The existing mini-apps that may be changed; undefined for all. */
  get apps(): readonly string[] | undefined {
    return this.#reach.apps;
  }

  /** Whether these are the rights of a platform operator: what an operator stops, only an operator can resume. */
  get isOperator(): boolean {
    return this.scopes.includes('trust') || !this.apps;
  }

  /** Reads the covered mini-apps again, for long-lived streams: mini-apps can change their owner. */
  async readReachAgain(db: Queries): Promise<void> {
    this.#reach = await this.#reach.readAgain(db);
  }

  /** The publisher that new mini-apps belong to. */
  get publisher(): string | undefined {
    return this.#reach.publisher;
  }

  /** Throws unless a mini-app may be changed, or created. */
  async requireApp(appId: string): Promise<void> {
    if (await this.#reach.includes(appId)) return;
    throw new ApiError('app-not-allowed', `The token may not touch ${appId}.`);
  }

  /** Throws if the rights are restricted to some mini-apps. */
  requireAllApps(): void {
    if (!this.apps) return;
    throw new ApiError('app-not-allowed', 'The token is restricted to some mini-apps.');
  }
}
