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
import type { ListRequest, Page } from './Page.types.ts';

/** The calls of hosts; no token is needed. */
export interface HostCalls {
  /** The addresses of the parts of the platform. */
  readConfig(options?: CallOptions): Promise<PublicConfig>;
  /** Mini-apps with a released version that fits the host, by name. */
  readCatalog(
    query?: ListRequest<CatalogQuery>,
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

export function hostCalls({ get }: Transport): HostCalls {
  return {
    readConfig: (options) => get('/v1/config', PublicConfig, options),
    readCatalog: (query, options) => get('/v1/mini-programs', pageOf(CatalogEntry), options, query),
    resolve: (appId, query, options) =>
      get(path`/v1/mini-programs/${appId}/resolve`, Resolution, options, query),
    listFiles: (appId, version, platform, options) => {
      const at = path`/v1/mini-programs/${appId}/versions/${version}/files`;
      return get(at, ArtifactFiles, options, { platform });
    },
  };
}
