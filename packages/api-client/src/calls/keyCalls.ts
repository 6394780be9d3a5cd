import {
  PublisherKey,
  type PublisherKeyQuery,
  type PublisherKeyRequest,
  ReplacedSigningKey,
  type SigningKeyReplacement,
  pageOf,
} from '@host/contracts';

import { path } from '../exchange/path.ts';
import type { CallOptions, PostOptions, Transport } from '../transport/Transport.types.ts';
import type { ListRequest, Page } from './Page.types.ts';

/** The keys that a mini-app's archives are signed with, and those that the server signs tokens with. */
export interface KeyCalls {
  /** Registers a key, for the root token only: from then on, the mini-app's versions have to be signed. */
  registerKey(request: PublisherKeyRequest, options?: PostOptions): Promise<PublisherKey>;
  /** The keys of one mini-app, those that contain `q`, or all that the token may see, including revoked ones. */
  listKeys(
    query?: ListRequest<PublisherKeyQuery>,
    options?: CallOptions,
  ): Promise<Page<PublisherKey>>;
  /** Revokes a key, for the root token only; idempotent. */
  revokeKey(appId: string, id: string, options?: CallOptions): Promise<PublisherKey>;
  /** Makes the server sign tokens with a new key, for the root token only. */
  replaceSigningKey(
    request?: SigningKeyReplacement,
    options?: PostOptions,
  ): Promise<ReplacedSigningKey>;
}

export function keyCalls({ ask, get, post }: Transport): KeyCalls {
  const keys = '/v1/admin/keys';
  return {
    registerKey: (request, options) => post(keys, request, PublisherKey, options),
    listKeys: (query, options) => get(keys, pageOf(PublisherKey), options, query),
    revokeKey: (appId, id, options) =>
      ask({ method: 'DELETE', path: path`/v1/admin/keys/${appId}/${id}`, options }, PublisherKey),
    replaceSigningKey: (request = {}, options) =>
      post('/v1/admin/signing-keys', request, ReplacedSigningKey, options),
  };
}
