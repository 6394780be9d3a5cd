import {
  IssuedToken,
  RoleTable,
  type SecretRotation,
  TokenAccess,
  type TokenQuery,
  TokenRecord,
  type TokenRequest,
  pageOf,
} from '@host/contracts';

import { path } from '../exchange/path.ts';
import type { CallOptions, PostOptions, Transport } from '../transport/Transport.types.ts';
import type { ListRequest, Page } from './Page.types.ts';

/** Admin tokens. All calls except `getAccess` are for the root token only. */
export interface TokenCalls {
  /** Issues a token. Its secret is only in this answer. */
  issueToken(request: TokenRequest, options?: PostOptions): Promise<IssuedToken>;
  /** Tokens whose name or id contains `q`, or all. */
  listTokens(query?: ListRequest<TokenQuery>, options?: CallOptions): Promise<Page<TokenRecord>>;
  /** Rotates the secret of a token. The new one is only in this answer; the old one is accepted for a while. */
  rotateToken(id: string, rotation: SecretRotation, options?: PostOptions): Promise<IssuedToken>;
  /** Revokes a token; idempotent. */
  revokeToken(id: string, options?: CallOptions): Promise<TokenRecord>;
  /** What each role may do, as the server checks it. */
  readRoles(options?: CallOptions): Promise<RoleTable>;
  /** What the token of this client may do with a mini-app; `app-not-allowed` if it has no rights to it. */
  getAccess(appId: string, options?: CallOptions): Promise<TokenAccess>;
}

export function tokenCalls({ ask, get, post }: Transport): TokenCalls {
  const tokens = '/v1/admin/tokens';
  return {
    issueToken: (request, options) => post(tokens, request, IssuedToken, options),
    listTokens: (query, options) => get(tokens, pageOf(TokenRecord), options, query),
    rotateToken: (id, rotation, options) =>
      post(path`/v1/admin/tokens/${id}/rotate`, rotation, IssuedToken, options),
    revokeToken: (id, options) =>
      ask({ method: 'DELETE', path: path`/v1/admin/tokens/${id}`, options }, TokenRecord),
    readRoles: (options) => get('/v1/admin/roles', RoleTable, options),
    getAccess: (appId, options) => {
      const at = path`/v1/admin/mini-programs/${appId}/access`;
      return get(at, TokenAccess, options);
    },
  };
}
