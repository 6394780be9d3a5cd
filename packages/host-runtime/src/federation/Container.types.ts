/** What a module federation container offers. */
export interface Container {
  init(
    shareScope: ShareScope,
    initScope: unknown[],
    options: { version: string; shareScopeMap: Record<string, ShareScope> },
  ): Promise<unknown> | undefined;
  get(name: string): Promise<() => unknown>;
}

/** Shared modules by name and version, as the federation runtime wants them. */
export type ShareScope = Record<string, Record<string, object>>;
