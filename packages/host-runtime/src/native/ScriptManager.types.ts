/** The part of Re.Pack's ScriptManager that is used here. */
export interface ScriptManager {
  loadScript(scriptId: string, caller?: string, context?: unknown, url?: string): Promise<void>;
  addResolver(
    resolver: (
      scriptId: string,
      caller?: string,
      referenceUrl?: string,
    ) => Promise<{ url: string; cache: boolean; absolute: boolean } | undefined>,
    options: { key: string },
  ): void;
  removeResolver(key: string): boolean;
}

/** Writes verified bytes to files that the engine can run. */
export interface ScriptFiles {
  /** Writes a file into a folder for this version and resolves to its address, `file://…`. */
  place(
    version: { appId: string; version: string },
    path: string,
    bytes: Uint8Array,
  ): Promise<string>;
}
