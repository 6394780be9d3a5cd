/** The interface of a module federation container. */
export interface Container {
  init(
    shareScope: ShareScope,
    initScope: unknown[],
    options: {
      version: string;
      shareScopeMap: Record<string, ShareScope>;
      /** Stored in the options of its federation instance, where its asset modules look it up. */
      assetUrl: AssetUrl;
    },
  ): Promise<unknown> | undefined;
  get(name: string): Promise<() => unknown>;
}

/** Returns the URL of an asset's verified content, by its path in the archive. */
export type AssetUrl = (path: string) => string;

/** Shared modules by name and version, in the form of the federation runtime. */
export type ShareScope = Record<string, Record<string, object>>;
