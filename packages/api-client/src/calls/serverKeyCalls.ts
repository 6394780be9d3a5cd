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

/** The keys that back ends send pushes with, for the root token only. */
export interface ServerKeyCalls {
  /** Issues a key. Its secret is only in this answer. */
  issueServerKey(request: ServerKeyRequest, options?: PostOptions): Promise<IssuedServerKey>;
  /** Keys whose name or id contains `q`, or all. */
  listServerKeys(
    query?: ListRequest<ServerKeyQuery>,
    options?: CallOptions,
  ): Promise<Page<ServerKeyRecord>>;
  /** Rotates the secret of a key. The new one is only in this answer; the old one is accepted for a while. */
  rotateServerKey(
    id: string,
    rotation: SecretRotation,
    options?: PostOptions,
  ): Promise<IssuedServerKey>;
  /** Revokes a key; idempotent. */
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
