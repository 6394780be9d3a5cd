/** A module of the host that mini-apps use. */
export interface SharedModule {
  version: string;
  module: object;
}

/** The shared modules of a host, by import name. The SDK is not included: every mini-app gets its own. */
export type SharedModules = Readonly<Record<string, SharedModule>>;
