import {
  ArtifactFiles,
  CatalogEntry,
  type CatalogQuery,
  type Platform,
  PublicConfig,
  Resolution,
  type ResolveQuery,
  pageOf,
} from '@host/contracts';

import { path } from '../exchange/path.ts';
import type { CallOptions, Transport } from '../transport/Transport.types.ts';
import type { Page, PageRequest } from './Page.types.ts';

/** What hosts ask; no token is needed. */
export interface HostCalls {
  /** Where the parts of the platform are. */
  readConfig(options?: CallOptions): Promise<PublicConfig>;
  /** Mini-apps with a released version that fits the host, by name. */
  readCatalog(
    query?: Omit<CatalogQuery, keyof PageRequest> & PageRequest,
    options?: CallOptions,
  ): Promise<Page<CatalogEntry>>;
  /** Which version this host should run. */
  resolve(appId: string, query: ResolveQuery, options?: CallOptions): Promise<Resolution>;
  /** Path, size and digests of every file of a released version. */
  listFiles(
    appId: string,
    version: string,
    platform: Platform,
    options?: CallOptions,
  ): Promise<ArtifactFiles>;
}

export function hostCalls({ ask }: Transport): HostCalls {
  const get = (at: string, query: object = {}, options?: CallOptions) =>
    ({ method: 'GET', path: at, query: { ...query }, options }) as const;
  return {
    readConfig: (options) => ask(get('/v1/config', {}, options), PublicConfig),
    readCatalog: (query, options) =>
      ask(get('/v1/mini-programs', query, options), pageOf(CatalogEntry)),
    resolve: (appId, query, options) =>
      ask(get(path`/v1/mini-programs/${appId}/resolve`, query, options), Resolution),
    listFiles: (appId, version, platform, options) => {
      const at = path`/v1/mini-programs/${appId}/versions/${version}/files`;
      return ask(get(at, { platform }, options), ArtifactFiles);
    },
  };
}
