import {
  AllowedName,
  AppOwner,
  type NameRequest,
  Publisher,
  type PublisherChange,
  type PublisherQuery,
  type PublisherRequest,
  type ReasonRequest,
  pageOf,
} from '@host/contracts';

import { path } from '../exchange/path.ts';
import type { CallOptions, PostOptions, Transport } from '../transport/Transport.types.ts';
import { miniProgramPath } from './miniProgramPaths.ts';
import type { ListRequest, Page } from './Page.types.ts';

/** Who publishes, and which names mini-apps may have. */
export interface PublisherCalls {
  /** Makes a publisher, for the root token alone. */
  createPublisher(request: PublisherRequest, options?: PostOptions): Promise<Publisher>;
  /** Those whose name or id has `q` in it, or all. */
  listPublishers(
    query?: ListRequest<PublisherQuery>,
    options?: CallOptions,
  ): Promise<Page<Publisher>>;
  getPublisher(id: string, options?: CallOptions): Promise<Publisher>;
  /** Gives a publisher another name, for the root token alone. */
  renamePublisher(id: string, change: PublisherChange, options?: CallOptions): Promise<Publisher>;
  /** Lets the mini-apps of a publisher run beside the code of hosts, as they are now. */
  trustPublisher(id: string, body?: ReasonRequest, options?: CallOptions): Promise<Publisher>;
  /** Ends the trust in a publisher. */
  distrustPublisher(id: string, options?: CallOptions): Promise<Publisher>;
  /** Says whose a mini-app is, for the root token alone; null for nobody's. */
  assignApp(appId: string, publisher: string | null, options?: CallOptions): Promise<AppOwner>;
  /** Lets a mini-app have a name that looks like another's. */
  allowName(appId: string, request: NameRequest, options?: CallOptions): Promise<AllowedName>;
}

export function publisherCalls({ ask, get, post }: Transport): PublisherCalls {
  const all = '/v1/admin/publishers';
  const one = (id: string) => all + path`/${id}`;
  return {
    createPublisher: (request, options) => post(all, request, Publisher, options),
    listPublishers: (query, options) => get(all, pageOf(Publisher), options, query),
    getPublisher: (id, options) => get(one(id), Publisher, options),
    renamePublisher: (id, json, options) =>
      ask({ method: 'PUT', path: one(id), json, options }, Publisher),
    trustPublisher: (id, json = {}, options) =>
      ask({ method: 'PUT', path: `${one(id)}/trust`, json, options }, Publisher),
    distrustPublisher: (id, options) =>
      ask({ method: 'DELETE', path: `${one(id)}/trust`, options }, Publisher),
    assignApp: (appId, publisher, options) =>
      ask(
        {
          method: 'PUT',
          path: `${miniProgramPath(appId)}/publisher`,
          json: { publisher },
          options,
        },
        AppOwner,
      ),
    allowName: (appId, json, options) =>
      ask({ method: 'PUT', path: `${miniProgramPath(appId)}/names`, json, options }, AllowedName),
  };
}
