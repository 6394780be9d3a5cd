/** What a module federation container offers. */
export interface Container {
  init(
    shareScope: ShareScope,
    initScope: unknown[],
    options: {
      version: string;
      shareScopeMap: Record<string, ShareScope>;
      /** Kept among the options of its federation instance, where the modules of its assets look. */
      assetUrl: AssetUrl;
    },
  ): Promise<unknown> | undefined;
  get(name: string): Promise<() => unknown>;
}

/** Where the verified content of an asset is, by its path in the archive. */
export type AssetUrl = (path: string) => string;

/** Shared modules by name and version, as the federation runtime wants them. */
export type ShareScope = Record<string, Record<string, object>>;
