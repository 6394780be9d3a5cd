import {
  IssuedServerKey,
  type SecretRotation,
  type ServerKeyQuery,
  ServerKeyRecord,
  type ServerKeyRequest,
  pageOf,
} from '@host/contracts';

import { path } from '../exchange/path.ts';
import type { CallOptions, PostOptions, Transport } from '../transport/Transport.types.ts';
import type { ListRequest, Page } from './Page.types.ts';

/** The keys that back ends send pushes with, for the root token alone. */
export interface ServerKeyCalls {
  /** Issues a key. The secret is in this answer and nowhere else. */
  issueServerKey(request: ServerKeyRequest, options?: PostOptions): Promise<IssuedServerKey>;
  /** Those whose name or id has `q` in it, or all. */
  listServerKeys(
    query?: ListRequest<ServerKeyQuery>,
    options?: CallOptions,
  ): Promise<Page<ServerKeyRecord>>;
  /** Gives a key another secret, which is in this answer and nowhere else; the old one is accepted for a while. */
  rotateServerKey(
    id: string,
    rotation: SecretRotation,
    options?: PostOptions,
  ): Promise<IssuedServerKey>;
  /** Revokes a key; revoking it again is not an error. */
  revokeServerKey(id: string, options?: CallOptions): Promise<ServerKeyRecord>;
}

export function serverKeyCalls({ ask, get, post }: Transport): ServerKeyCalls {
  const keys = '/v1/admin/server-keys';
  return {
    issueServerKey: (request, options) => post(keys, request, IssuedServerKey, options),
    listServerKeys: (query, options) => get(keys, pageOf(ServerKeyRecord), options, query),
    rotateServerKey: (id, rotation, options) =>
      post(path`/v1/admin/server-keys/${id}/rotate`, rotation, IssuedServerKey, options),
    revokeServerKey: (id, options) =>
      ask({ method: 'DELETE', path: path`/v1/admin/server-keys/${id}`, options }, ServerKeyRecord),
  };
}
