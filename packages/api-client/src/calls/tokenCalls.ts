import { IssuedToken, TokenAccess, TokenRecord, type TokenRequest, pageOf } from '@host/contracts';

import { path } from '../exchange/path.ts';
import type { CallOptions, PostOptions, Transport } from '../transport/Transport.types.ts';
import type { Page, PageRequest } from './Page.types.ts';

/** Admin tokens. All but `getAccess` is for the root token alone. */
export interface TokenCalls {
  /** Issues a token. The secret is in this answer and nowhere else. */
  issueToken(request: TokenRequest, options?: PostOptions): Promise<IssuedToken>;
  listTokens(page?: PageRequest, options?: CallOptions): Promise<Page<TokenRecord>>;
  /** Revokes a token; again is no error. */
  revokeToken(id: string, options?: CallOptions): Promise<TokenRecord>;
  /** What the token of this client may do with a mini-app; `app-not-allowed` where it may not touch it. */
  getAccess(appId: string, options?: CallOptions): Promise<TokenAccess>;
}

export function tokenCalls({ ask, get, post }: Transport): TokenCalls {
  const tokens = '/v1/admin/tokens';
  return {
    issueToken: (request, options) => post(tokens, request, IssuedToken, options),
    listTokens: (page, options) => get(tokens, pageOf(TokenRecord), options, page),
    revokeToken: (id, options) =>
      ask({ method: 'DELETE', path: path`/v1/admin/tokens/${id}`, options }, TokenRecord),
    getAccess: (appId, options) => {
      const at = path`/v1/admin/mini-programs/${appId}/access`;
      return get(at, TokenAccess, options);
    },
  };
}
