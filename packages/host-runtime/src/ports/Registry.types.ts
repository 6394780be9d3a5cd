import type {
  ArtifactFiles,
  CatalogEntry,
  Platform,
  Resolution,
  VersionReport,
} from '@host/contracts';

/** Who asks: what decides which version fits. */
export interface ResolveRequest {
  platform: Platform;
  hostVersion: string;
  installId: string;
  /** What the host shares, `react@19.2.3,react-native@0.86.3`. */
  shared?: string;
  /** The language of the person, for names and descriptions. */
  language?: string;
}

/** What the catalog can be searched for. */
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
  /** Told while bytes arrive. */
  onProgress?: (receivedBytes: number) => void;
  /** Not from a cache. */
  isFresh?: boolean;
}

/**
 * The server, as a host sees it. Calls reject with an error that has a `code` of the error table, or `network` and
 * `timeout`; they end when the signal says so.
 */
export interface Registry {
  resolve(appId: string, request: ResolveRequest, control: CallControl): Promise<Resolution>;
  /** The index of the files of a version: paths, sizes, digests. */
  listFiles(resolution: Resolution, control: CallControl): Promise<ArtifactFiles>;
  /** The bytes at an address that a resolution names. */
  download(url: string, control: CallControl): Promise<Uint8Array>;
  catalog(search: CatalogSearch & ResolveRequest, control: CallControl): Promise<CatalogPage>;
  report(appId: string, report: VersionReport, control: CallControl): Promise<void>;
}
