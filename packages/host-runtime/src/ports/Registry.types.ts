import type {
  ArtifactFiles,
  CatalogEntry,
  Platform,
  Resolution,
  VersionReport,
} from '@host/contracts';

/** The parameters that decide which version fits. */
export interface ResolveRequest {
  platform: Platform;
  hostVersion: string;
  installId: string;
  /** The host's shared modules, `react@19.2.3,react-native@0.86.3`. */
  shared?: string;
  /** The language of the person, for names and descriptions. */
  language?: string;
}

/** The search parameters of the catalog. */
export interface CatalogSearch {
  /** Words of the name. */
  q?: string;
  cursor?: string;
  limit?: number;
}

/** One page of the catalog. */
export interface CatalogPage {
  items: readonly CatalogEntry[];
  nextCursor?: string | undefined;
}

/** How a caller cancels a call, follows its progress, or asks past a cache. */
export interface CallControl {
  signal: AbortSignal;
  /** Called while bytes arrive. */
  onProgress?: (receivedBytes: number) => void;
  /** Whether to bypass caches. */
  isFresh?: boolean;
}

/**
 * The server, as a host sees it. Calls reject with an error that has a `code` of the error table, `network` or `timeout`;
 * they can be aborted by a signal.
 */
export interface Registry {
  resolve(appId: string, request: ResolveRequest, control: CallControl): Promise<Resolution>;
  /** The index of the files of a version: paths, sizes, digests. */
  listFiles(resolution: Resolution, control: CallControl): Promise<ArtifactFiles>;
  /** Downloads a URL of a resolution. */
  download(url: string, control: CallControl): Promise<Uint8Array>;
  catalog(search: CatalogSearch & ResolveRequest, control: CallControl): Promise<CatalogPage>;
  report(appId: string, report: VersionReport, control: CallControl): Promise<void>;
}
