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

/** Publishers, and the names that mini-apps may have. */
export interface PublisherCalls {
  /** Creates a publisher, for the root token only. */
  createPublisher(request: PublisherRequest, options?: PostOptions): Promise<Publisher>;
  /** Publishers whose name or id contains `q`, or all. */
  listPublishers(
    query?: ListRequest<PublisherQuery>,
    options?: CallOptions,
  ): Promise<Page<Publisher>>;
  getPublisher(id: string, options?: CallOptions): Promise<Publisher>;
  /** Renames a publisher, for the root token only. */
  renamePublisher(id: string, change: PublisherChange, options?: CallOptions): Promise<Publisher>;
  /** Lets the current mini-apps of a publisher, as they are now, run in the host's page. */
  trustPublisher(id: string, body?: ReasonRequest, options?: CallOptions): Promise<Publisher>;
  /** Ends the trust in a publisher. */
  distrustPublisher(id: string, options?: CallOptions): Promise<Publisher>;
  /** Assigns a mini-app to a publisher, or with null to nobody; for the root token only. */
  assignApp(appId: string, publisher: string | null, options?: CallOptions): Promise<AppOwner>;
  /** Allows a mini-app to use a name that looks like another's. */
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
